import { ArrowRight, Check, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { getSpeaker, speaker } from '#ui/audio/speaker.ts'
import { Button } from '#ui/button.tsx'
import type { VoiceAction } from '#features/voice/contract.ts'
import { actionDelaySeconds } from '#features/voice/constants.ts'

/**
 * An action that the persona offers. A requested one runs after a short countdown, which Cancel, Escape or closing the
 * panel stops; all others wait for a click.
 */
export function ActionCard({
  action,
  isAsked,
  isTalking,
}: {
  action: VoiceAction
  isAsked: boolean
  isTalking: boolean
}) {
  const [left, setLeft] = useState(actionDelaySeconds)
  const [state, setState] = useState<'counting' | 'offered' | 'done' | 'impossible'>(isAsked ? 'counting' : 'offered')
  const card = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const t = useTranslations('voice.panel')

  function runAction() {
    if (action.kind === 'play') return setState(play(action.source) ? 'done' : 'impossible')
    setState('done')
    void navigate(action.href, { viewTransition: true })
  }
  const tick = useEffectEvent(() => {
    if (left <= 1) runAction()
    else setLeft(left - 1)
  })
  useEffect(() => {
    if (state !== 'counting') return
    const timer = setInterval(tick, 1000)
    const dialog = card.current?.closest('dialog')
    const cancel = () => setState('offered')
    dialog?.addEventListener('close', cancel)
    return () => {
      clearInterval(timer)
      dialog?.removeEventListener('close', cancel)
    }
  }, [state])

  const Sign = action.kind === 'play' ? Play : ArrowRight
  return (
    <div
      ref={card}
      data-act={state}
      className="flex flex-wrap items-center justify-between gap-3 border border-groove bg-plate p-3"
    >
      <p role="status" className="min-w-0 flex-1 basis-40 text-small text-dust empty:hidden">
        {state === 'counting' ? (
          <>
            {action.doing} <span aria-hidden="true">{t('countdown', { seconds: left })}</span>
            {isTalking ? `. ${t('endsConversation')}` : ''}
          </>
        ) : state === 'done' ? (
          <span className="inline-flex items-center gap-2">
            <Check size={16} />
            {action.doing}
          </span>
        ) : state === 'impossible' ? (
          t('notPlayable')
        ) : isTalking ? (
          t('endsConversation')
        ) : (
          ''
        )}
      </p>
      {state === 'done' ? null : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={runAction} variant={state === 'counting' ? 'primary' : 'quiet'}>
            <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
            {action.label}
          </Button>
          {state === 'counting' ? <Button onClick={() => setState('offered')}>{t('cancel')}</Button> : null}
        </div>
      )}
    </div>
  )
}

/** Plays a source unless it is playing already. @returns Whether the source exists on the page. */
function play(id: string): boolean {
  const source = speaker.findSource(id)
  if (!source?.controls) return false
  if (getSpeaker().owner?.id !== id) source.controls.toggle()
  return true
}

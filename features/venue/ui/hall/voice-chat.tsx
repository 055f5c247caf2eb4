import { Flag, Mic, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { focusAsSeen } from '#ui/focus-in-view.ts'
import type { VoiceTerms } from '#features/venue/hall/voice-rules.ts'
import type { HallClient } from './hall-client.ts'
import { useTalkKey } from './talk-key.ts'
import type { VoiceClient } from './voice-client.ts'

export { createVoiceClient } from './voice-client.ts'

type PanelProps = {
  voice: VoiceClient
  hall: HallClient
  /** Element in which the key for talking works. */
  frame: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Panel of the voice chat: first how it uses the visitor's voice and address, then the button to talk. */
export function VoicePanel({ voice, hall, frame, onClose }: PanelProps) {
  const t = useTranslations('venue.voiceChat')
  const { status, problem } = useStore(voice.view)
  const terms = useStore(hall.view, ({ voiceTerms }) => voiceTerms)
  if (status === 'on') return <Talking voice={voice} frame={frame} />
  if (!terms?.isOn)
    return (
      <Frame>
        <p role="status" className="text-sand">
          {t('turnedOff')}
        </p>
        <Button variant="quiet" className="self-start" onClick={onClose}>
          {t('close')}
        </Button>
      </Frame>
    )
  return (
    <Frame>
      <Notice terms={terms} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" disabled={status === 'asking'} onClick={() => void voice.join()}>
          <Mic size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('join')}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            voice.leave()
            onClose()
          }}
        >
          {t('notNow')}
        </Button>
        <p role="status" className="min-w-0 flex-1 basis-64 text-small text-dust">
          {status === 'asking' ? t('asking') : problem ? t(`problems.${problem}`) : null}
        </p>
      </div>
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  const t = useTranslations('venue.room')
  return (
    <section aria-label={t('voice')} className="flex flex-col gap-4 border-t border-groove bg-plate-raised p-4 md:px-6">
      {children}
    </section>
  )
}

/** Explains where the audio is sent, before the microphone is requested. */
function Notice({ terms: { helpers, relays } }: { terms: VoiceTerms }) {
  const t = useTranslations('venue.voiceChat')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusAsSeen(heading.current), [])
  return (
    <div className="flex max-w-2xl flex-col gap-2 text-small text-dust">
      <h3 ref={heading} tabIndex={-1} className="self-start text-sand">
        {t('before')}
      </h3>
      <p>{t('direct')}</p>
      {relays.length > 0 ? <p>{t('relay', { hosts: relays.join(', ') })}</p> : null}
      {helpers.length > 0 ? <p>{t('helper', { hosts: helpers.join(', ') })}</p> : null}
      <p>{t('muted')}</p>
    </div>
  )
}

function Talking({ voice, frame }: Pick<PanelProps, 'voice' | 'frame'>) {
  const t = useTranslations('venue.voiceChat')
  const { talk, refusal, isHeard } = useStore(voice.view)
  const [isToggle, setToggle] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => focusAsSeen(button.current), [])
  const press = () => {
    if (isToggle && talk !== 'muted') voice.mute()
    else voice.talk()
  }
  const release = () => {
    if (!isToggle) voice.mute()
  }
  const hasKey = useTalkKey(frame, { press, release })
  const isTalking = talk === 'talking'
  return (
    <Frame>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={button}
          variant={isTalking ? 'primary' : 'quiet'}
          aria-pressed={talk !== 'muted'}
          className="touch-none select-none"
          onPointerDown={(event) => {
            if (event.button !== 0) return
            if (!isToggle) event.currentTarget.setPointerCapture(event.pointerId)
            press()
          }}
          onPointerUp={release}
          onPointerCancel={release}
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== ' ' && event.key !== 'Enter') return
            event.preventDefault()
            if (!event.repeat) press()
          }}
          onKeyUp={(event) => {
            if (event.key !== ' ' && event.key !== 'Enter') return
            event.preventDefault()
            release()
          }}
          // Screen readers and voice control send a click without pressing, because their users cannot hold a button.
          onClick={(event) => {
            if (event.detail === 0) (talk === 'muted' ? voice.talk : voice.mute)()
          }}
          onBlur={release}
        >
          <Mic size={16} strokeWidth={1.5} aria-hidden="true" />
          {isToggle ? (isTalking ? t('stop') : t('start')) : t('hold')}
        </Button>
        <Button variant="quiet" onClick={voice.leave}>
          {t('leave')}
        </Button>
        <label className="flex min-h-11 cursor-pointer items-center gap-2 text-small text-dust">
          <input
            type="checkbox"
            checked={isToggle}
            onChange={({ target }) => {
              voice.mute()
              setToggle(target.checked)
            }}
            className="size-5 accent-live"
          />
          {t('toggle')}
        </label>
      </div>
      <p role="status" className={classNames('text-small', isTalking ? 'text-live' : 'text-dust')}>
        {isTalking ? t('talkingNow') : refusal ? t(`refusals.${refusal}`) : isHeard ? t('mutedNow') : t('paused')}
      </p>
      {hasKey ? <p className="text-small text-dust pointer-coarse:hidden">{t('key')}</p> : null}
    </Frame>
  )
}

/** Mute and report buttons for one guest in the voice chat. */
export function PersonVoice({
  voice,
  hall,
  person,
}: {
  voice: VoiceClient
  hall: HallClient
  person: { id: string; name: string }
}) {
  const t = useTranslations('venue.voiceChat')
  const { status, mutedIds, reports, unreachableIds } = useStore(voice.view)
  const { listening, speaking } = useStore(hall.view, ({ voices }) => voices)
  const { id, name } = person
  if (status !== 'on' || !(listening.includes(id) || speaking.includes(id))) return null
  const isMuted = mutedIds.has(id)
  const outcome = reports.get(id)
  const Icon = isMuted ? VolumeX : Volume2
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Button
        variant="bare"
        aria-label={t(isMuted ? 'unmuteName' : 'muteName', { name })}
        onClick={() => voice.toggleMute(id)}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        {isMuted ? t('unmute') : t('mute')}
      </Button>
      {outcome === 'counted' ? null : (
        <Button variant="bare" aria-label={t('reportName', { name })} onClick={() => voice.report(id)}>
          <Flag size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('report')}
        </Button>
      )}
      <span role="status" className="text-small text-dust">
        {outcome && isMuted ? t('mutedToo', { outcome: t(`reported.${outcome}`) }) : null}
        {outcome && !isMuted ? t(`reported.${outcome}`) : null}
        {!outcome && unreachableIds.has(id) ? t('unreachable') : null}
      </span>
    </span>
  )
}

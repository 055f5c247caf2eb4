import { LogOut, Maximize, Minimize } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { classNames } from '#ui/class-names.ts'
import { useReducedMotion } from '#ui/reduced-motion.ts'
import type { Stage } from '#features/venue/hall/hall-rules.ts'
import { canDraw } from './device.ts'
import { InsideBar, insideButton } from './inside-bar.tsx'
import type { EndReason, InsideProps } from './venue-bar.tsx'
import { createHallClient, type HallClient } from './hall-client.ts'
import { HallMap } from './hall-map.tsx'
import { HallPanel } from './hall-panel.tsx'
import { HallSpace } from './hall-space.tsx'
import { StageBar } from './stage-bar.tsx'
import { createStageSound, type StageSound } from './stage-sound.ts'
import { readTabSession } from './tab-session.ts'
import { useVoiceChat, VoiceButton, type VoicePart } from './voice-button.tsx'

type Visit = { client: HallClient; sound: StageSound }

/** The inside of our own venue: the hall in 3D or as a map, the stage, the people and the gestures. */
export function HallView({ element, frame, isByKeyboard, onEnd }: InsideProps) {
  const t = useTranslations('venue')
  const [{ client, sound }] = useState(() => createVisit(element))
  const { canBeFull, isFull, toggleFull, leaveFull } = useFullScreen(frame)
  const leaveButton = useRef<HTMLButtonElement>(null)
  const isSeen = useRef(isByKeyboard)
  const end = (reason?: EndReason) => {
    leaveFull()
    onEnd(reason)
  }
  const latestEnd = useRef(end)
  useEffect(() => {
    latestEnd.current = end
  })
  useEffect(() => {
    // The pressed button has disappeared. A keyboard user must see the focus, but the page must not move under a
    // pointer.
    if (isSeen.current) focusInView(leaveButton.current)
    else leaveButton.current?.focus({ preventScroll: true })
    client.open()
    sound.open()
    let stage: Stage | undefined
    const unsubscribe = client.view.subscribe(({ stage: next, status }) => {
      if (next && next !== stage) sound.setStage((stage = next))
      if (status !== 'connecting' && status !== 'inside' && status !== 'reconnecting') latestEnd.current(status)
    })
    return () => {
      unsubscribe()
      sound.close()
      client.close()
    }
  }, [client, sound])
  const voice = useVoiceChat({ client, sound })
  return (
    <div className="flex flex-1 flex-col bg-plate">
      <InsideBar>
        <VoiceButton client={client} voice={voice} />
        {canBeFull ? (
          <Button variant="quiet" className={insideButton} onClick={toggleFull}>
            {isFull ? (
              <Minimize size={16} strokeWidth={1.5} aria-hidden="true" />
            ) : (
              <Maximize size={16} strokeWidth={1.5} aria-hidden="true" />
            )}
            {isFull ? t('hall.full') : t('room.openFull')}
          </Button>
        ) : null}
        <Button ref={leaveButton} variant="quiet" className={insideButton} onClick={() => end()}>
          <LogOut size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('room.leave')}
        </Button>
      </InsideBar>
      {voice.hasFailed ? (
        <p role="alert" className="border-t border-groove px-4 py-3 text-small text-dust md:px-6">
          {t('hall.voiceNotLoaded')}
        </p>
      ) : null}
      {voice.part && voice.isOpen ? (
        <voice.part.VoicePanel voice={voice.part.client} hall={client} frame={frame} onClose={voice.toggle} />
      ) : null}
      <Inside client={client} sound={sound} frame={frame} isFull={isFull} voice={voice.part} />
    </div>
  )
}

function createVisit(element: HTMLAudioElement): Visit {
  const client = createHallClient({ session: readTabSession(), origin: location.origin })
  return { client, sound: createStageSound({ element, nowMs: client.nowMs, spot: () => client.own() }) }
}

function Inside({
  client,
  sound,
  frame,
  isFull,
  voice,
}: Visit & Pick<InsideProps, 'frame'> & { isFull: boolean; voice: VoicePart | undefined }) {
  const t = useTranslations('venue.hall')
  const reducedMotion = useReducedMotion()
  const [hasWebGl, setHasWebGl] = useState(canDraw)
  const [chosen, setChosen] = useState<'space' | 'plan'>()
  const view = hasWebGl ? (chosen ?? (reducedMotion ? 'plan' : 'space')) : 'plan'
  const { status, hall } = useStore(client.view)
  return (
    <div className="flex min-h-0 flex-1 flex-col border-t border-groove">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-groove bg-plate px-4 py-2 md:px-6">
        <p className="label text-dust" role="status">
          {status === 'inside' ? t('number', { number: String(hall ?? 1) }) : null}
          {status === 'connecting' ? t('connecting') : null}
          {status === 'reconnecting' ? t('reconnecting') : null}
        </p>
        {hasWebGl ? (
          <div role="group" aria-label={t('view')} className="flex gap-2">
            {(['space', 'plan'] as const).map((one) => (
              <Button
                key={one}
                variant="bare"
                aria-pressed={view === one}
                onClick={() => setChosen(one)}
                className={classNames('px-2', view === one && '!text-live')}
              >
                {t(one)}
              </Button>
            ))}
          </div>
        ) : (
          <p className="text-small text-dust">{t('noWebGl')}</p>
        )}
      </div>
      {view === 'space' ? (
        <HallSpace client={client} sound={sound} frame={frame} isFull={isFull} onLost={() => setHasWebGl(false)} />
      ) : (
        <HallMap client={client} />
      )}
      <StageBar client={client} sound={sound} />
      <HallPanel client={client} isOpen={view === 'plan'} voice={voice} />
    </div>
  )
}

const subscribeToNothing = () => () => undefined

/** Shows an element in full screen. `canBeFull` is false on phones that do not support it for elements. */
function useFullScreen(frame: RefObject<HTMLElement | null>) {
  const subscribe = (onChange: () => void) => {
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null && document.fullscreenElement === frame.current,
  )
  const canBeFull = useSyncExternalStore(subscribeToNothing, () => document.fullscreenEnabled)
  const leaveFull = () => {
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
  }
  const toggleFull = () => {
    if (isFull) leaveFull()
    else frame.current?.requestFullscreen().catch(() => undefined)
  }
  return { canBeFull, isFull, toggleFull, leaveFull }
}

import { type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import type { HallClient } from './hall-client.ts'
import type { StageSound } from './stage-sound.ts'
import { useWalkingKeys } from './walking-keys.ts'

type HallSpaceProps = {
  client: HallClient
  sound: StageSound
  /** The room with its bars. */
  frame: RefObject<HTMLElement | null>
  isFull: boolean
  onLost: () => void
}

/** The hall in 3D. Its code is loaded together with it. */
export function HallSpace({ client, sound, frame, isFull, onLost }: HallSpaceProps) {
  const t = useTranslations('venue.hall')
  const canvas = useRef<HTMLCanvasElement>(null)
  const tagLayer = useRef<HTMLDivElement>(null)
  const lost = useRef(onLost)
  const view = useRef<HTMLDivElement>(null)
  const { events } = useStore(client.view)
  useEffect(() => {
    lost.current = onLost
  })
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    const fall = () => lost.current()
    import('./draw-hall.ts')
      .then(({ drawHall }) => {
        if (isOver || !canvas.current || !tagLayer.current) return
        end = drawHall({ canvas: canvas.current, tagLayer: tagLayer.current, client, sound, onLost: fall })
      })
      // If loading or drawing fails, the map is shown instead.
      .catch(fall)
    return () => {
      isOver = true
      end?.()
    }
  }, [client, sound])
  useWalkingKeys(client, { frame, view })
  return (
    <div className="relative min-h-[21rem] flex-1 md:min-h-[30rem]">
      <div
        ref={view}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the element is controlled by walking keys
        tabIndex={0}
        aria-label={t('canvas')}
        className="absolute inset-0"
      >
        <canvas ref={canvas} className={classNames('size-full', isFull ? 'touch-none' : 'touch-pan-y')} />
      </div>
      <div ref={tagLayer} aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden" />
      <div className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col items-start gap-1 p-3">
        <EventLog events={events.slice(-3)} />
        <p className="hidden bg-plate/80 px-2 py-1 text-small text-dust md:block">{t('help')}</p>
      </div>
    </div>
  )
}

/** The latest events in the hall; screen readers announce new entries. */
export function EventLog({ events }: { events: ReturnType<HallClient['view']['getState']>['events'] }) {
  const t = useTranslations('venue.hall')
  return (
    <div role="log" aria-label={t('events')} className="flex flex-col items-start gap-1 text-small text-sand">
      {events.map(({ key, name, kind }) => (
        <p key={key} className="bg-plate/80 px-2 py-0.5">
          {kind === 'came' || kind === 'went' ? t(kind, { name }) : t(`did.${kind}`, { name })}
        </p>
      ))}
    </div>
  )
}

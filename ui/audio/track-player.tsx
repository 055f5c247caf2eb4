import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { createAnalyser } from './analyser.ts'
import { prepareEffect } from './effect.ts'
import { describeSound } from './media-session.ts'
import { usePlayer } from './player.ts'
import { PlayerStatus } from './player-status.tsx'
import { PlayerTransport } from './player-transport.tsx'
import { SeekBar } from './seek-bar.tsx'
import swoosh from './sounds/swoosh.mp3?url'

/** One-shot at the end of a track, before the radio resumes. */
export const endEffect = { url: swoosh, volume: 0.3 }

/** One track to play. */
export type Track = {
  /** Identifies the same track in all tabs, such as `track:luma-swade`. */
  id: string
  title: string
  artist: string
  /** URL of the recording. */
  src: string
  durationSeconds: number
  /** URL of its outline: `{ peaks }`. */
  waveformUrl: string
  /** URL of a square image for the system's media controls. */
  artwork?: string
  /** OKLCH hue angle of the artist, 0–359: the color of the played part. */
  hue: number
}

/**
 * Player of one track: outline to seek in, ten seconds back and forward, volume, and the analyser that drives the
 * figure.
 *
 * @param picture Draws the figure from `read`, the bands of the sound, while `isPlaying`.
 * @param children Text of the status line while there is nothing to report.
 */
export function TrackPlayer(props: {
  track: Track
  heading: ReactNode
  image(sound: { isPlaying: boolean; read(): Uint8Array | undefined }): ReactNode
  children?: ReactNode
}) {
  const t = useTranslations('site.player')
  const { track } = props
  const [analyser] = useState(createAnalyser)
  const [view, player] = usePlayer({
    id: track.id,
    kind: 'track',
    title: track.title,
    src: track.src,
    durationSeconds: track.durationSeconds,
    endEffect,
    onStart(element) {
      prepareEffect(swoosh)
      // With reduced motion, the sound is not routed through the analyser.
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) analyser.connect(element)
    },
    announce({ durationSeconds, positionSeconds }) {
      const { id, title, artist, artwork } = track
      describeSound(id, { title, artist, artwork }, { durationSeconds, positionSeconds, rate: 1 })
    },
  })
  useEffect(() => analyser.release, [analyser])

  return (
    <div
      role="group"
      aria-label={t('label', { title: track.title })}
      data-player={view.state}
      style={{ '--hue': `oklch(0.78 0.12 ${track.hue})` } as CSSProperties}
      className="grid gap-x-8 gap-y-6 border border-groove bg-plate-raised p-5 md:grid-cols-[14rem_minmax(0,1fr)] md:p-8 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div className="relative aspect-square overflow-hidden border border-groove bg-plate max-md:-mx-5 max-md:-mt-5 max-md:aspect-[2/1] max-md:border-x-0 max-md:border-t-0">
        {props.image({ isPlaying: view.state === 'playing', read: analyser.read })}
      </div>
      <div className="flex min-w-0 flex-col justify-between gap-4">
        {props.heading}
        <noscript>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music; there is nothing to caption */}
          <audio controls preload="none" src={track.src} className="w-full" />
        </noscript>
        <div className="flex flex-col gap-4 noscript:hidden">
          <SeekBar
            label={t('position', { title: track.title })}
            waveformUrl={track.waveformUrl}
            positionSeconds={view.positionSeconds}
            durationSeconds={view.durationSeconds}
            onSeek={player.seekTo}
          />
          <PlayerTransport player={player} view={view} title={track.title} />
          <PlayerStatus view={view} onRetry={player.play}>
            {props.children}
          </PlayerStatus>
        </div>
      </div>
    </div>
  )
}

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { formatDuration } from '#shared/duration.ts'
import { usePeaks, Waveform } from './waveform.tsx'

const keySeconds = 5

/** Width for which the outline is drawn before the real width is known. */
const likelyWidth = 480

/**
 * Seek bar: the outline of a recording with a native range input of 0–100 percent on top, which supports keys, touch
 * and screen readers.
 *
 * @param waveformUrl URL of the outline.
 */
export function SeekBar(props: {
  label: string
  waveformUrl: string
  positionSeconds: number
  durationSeconds: number
  onSeek(seconds: number): void
}) {
  const t = useTranslations('site.player')
  const { positionSeconds, durationSeconds, onSeek } = props
  const [frame, width] = useWidth()
  const peaks = usePeaks(props.waveformUrl)
  // Elapsed time is rounded down, as in other players.
  // Durations are rounded: in its last second, a track of 102.7 seconds shows 1:43 of 1:43.
  const isOver = Math.floor(positionSeconds) >= Math.floor(durationSeconds)
  const passed = formatDuration(isOver ? durationSeconds : Math.floor(positionSeconds))
  const progress = durationSeconds > 0 ? Math.min(1, positionSeconds / durationSeconds) : 0

  // A percent of a long chapter is too much for an arrow key, and a step of the input is too little.
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -keySeconds, ArrowDown: -keySeconds, ArrowRight: keySeconds, ArrowUp: keySeconds }[
      event.key
    ]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onSeek(positionSeconds + by)
  }

  return (
    <div className="flex flex-col gap-2">
      <div
        ref={frame}
        className="relative h-20 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-4 has-[:focus-visible]:outline-live"
      >
        <Waveform peaks={peaks} width={width} progress={progress} />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-sand"
          style={{ left: `${progress * 100}%` }}
        />
        <input
          type="range"
          min={0}
          max={100}
          step={0.1}
          value={progress * 100}
          aria-label={props.label}
          aria-valuetext={t('progress', { passed, duration: formatDuration(durationSeconds) })}
          onChange={(event) => onSeek((Number(event.target.value) / 100) * durationSeconds)}
          onKeyDown={onKeyDown}
          className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {/* The slider says the same to screen readers. */}
      <p aria-hidden="true" className="figures flex justify-between text-small text-dust">
        <span className="text-sand">{passed}</span>
        <span>{formatDuration(durationSeconds)}</span>
      </p>
    </div>
  )
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(likelyWidth)
  useEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(1, Math.round(entry.contentRect.width))),
    )
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  return [frame, width] as const
}

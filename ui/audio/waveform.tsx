import { useEffect, useState } from 'react'
import { classNames } from '#ui/class-names.ts'

/** Distance between bars, in CSS pixels. */
const barPitch = 4

const barWidth = 2

/** A low line of the final size is shown until the outline is loaded. */
const unknownPeak = 6

/**
 * Returns the outline at a URL; undefined while it is loading and if it cannot be loaded.
 *
 * @param address URL of `{ peaks }`, numbers 0–100.
 */
export function usePeaks(address: string): number[] | undefined {
  const [known, setKnown] = useState<{ address: string; peaks: number[] }>()
  useEffect(() => {
    const leaving = new AbortController()
    fetch(address, { signal: leaving.signal })
      .then(async (reply) => {
        if (reply.ok) return (await reply.json()) as { peaks: number[] }
        // An unread response would keep its connection open while the page exists.
        await reply.text()
        return undefined
      })
      .then((found) => found && setKnown({ address, peaks: found.peaks }))
      // The seek bar works without an outline.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [address])
  return known?.address === address ? known.peaks : undefined
}

/**
 * Recording drawn as bars mirrored at the middle line; the played part has the color `--hue`.
 *
 * @param width Width in CSS pixels for which it is drawn; it fills its container in any case.
 * @param progress 0–1.
 */
export function Waveform({ peaks, width, progress }: { peaks: number[] | undefined; width: number; progress: number }) {
  const path = barsOf(peaks, Math.max(1, Math.floor(width / barPitch)))
  return (
    <svg
      viewBox={`0 0 ${width} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <path d={path} className={classNames('transition-opacity', peaks ? 'fill-dust/55' : 'fill-groove')} />
      <g style={{ clipPath: `inset(0 ${100 - progress * 100}% 0 0)` }}>
        {/* So wide that the clip counts from the edges of the whole picture. */}
        <rect width={width} height={100} fill="none" />
        <path d={path} className="fill-(--hue) forced-colors:fill-[CanvasText]" />
      </g>
    </svg>
  )
}

function barsOf(peaks: number[] | undefined, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const height = Math.max(2, peaks ? loudestOf(peaks, index, count) : unknownPeak)
    return `M${index * barPitch} ${50 - height / 2}h${barWidth}v${height}h-${barWidth}z`
  }).join('')
}

function loudestOf(peaks: number[], index: number, count: number): number {
  const from = Math.floor((index * peaks.length) / count)
  const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count))
  return Math.max(...peaks.slice(from, to))
}

import { useEffect, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { useReducedMotion } from '#ui/reduced-motion.ts'

type LiveFigureProps = {
  /** Slug of the figure. */
  slug: string
  /** Side in CSS pixels. */
  size: number
  /** True while this figure's sound can be heard. */
  active: boolean
  /**
   * Called once per frame: eight levels 0–255, low bands to high, or undefined while unknown. It may be another
   * function at each render.
   */
  levels: () => Uint8Array | undefined
  /** Address of the owner's image, shown while the figure does not move. */
  image?: string | undefined
  className?: string
}

/**
 * Figure of the current sound: the still artwork in silence, and moving sand during playback. It works without scripts,
 * loads the animation on first use, and does not move for visitors who prefer reduced motion.
 */
export function LiveFigure({ slug, size, active, levels, image, className }: LiveFigureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latestLevels = useRef(levels)
  const [drawnSlug, setDrawnSlug] = useState<string>()
  const reducedMotion = useReducedMotion()
  const moves = active && !reducedMotion
  const isLive = moves && drawnSlug === slug

  useEffect(() => {
    latestLevels.current = levels
  })
  useEffect(() => {
    if (!moves) return
    let ended = false
    let end: (() => void) | undefined
    import('./live-figure-drawing.ts')
      .then(({ drawLiveFigure }) => {
        if (ended || !canvas.current) return
        end = drawLiveFigure(canvas.current, slug, () => latestLevels.current())
        if (end) setDrawnSlug(slug)
      })
      .catch(() => {
        // If the animation cannot be loaded or drawn, the still figure remains.
      })
    return () => {
      ended = true
      end?.()
    }
  }, [moves, slug])

  return (
    <span className={classNames('relative block shrink-0', className)} style={{ width: size, height: size }}>
      <Figure
        slug={slug}
        image={image ?? ''}
        width={size}
        sizes={`${size}px`}
        className={classNames('size-full object-cover transition-opacity', isLive && 'opacity-0')}
      />
      <canvas
        ref={canvas}
        aria-hidden="true"
        className={classNames('absolute inset-0 size-full transition-opacity', !isLive && 'opacity-0')}
      />
    </span>
  )
}

import type { CSSProperties } from 'react'
import { figureAddress, figureHeight, figureWidths, type FigureVariant } from '#shared/chladni-address.ts'

type FigureProps = {
  /** What the figure belongs to; the same slug always shows the same figure. */
  slug: string
  /** `square` is the whole plate, `wide` (16:9) fills a hero, `cover` (2:3) a book. */
  variant?: FigureVariant
  /** Width in CSS pixels the picture has on a desktop; reserves its place and picks what old browsers load. */
  width?: number
  /** How wide it is shown, as in the `sizes` of an image. */
  sizes?: string
  /** For the picture a page opens with: fetched first and at once. */
  priority?: boolean
  className?: string
  /** Empty by default: a figure is decoration next to a name. */
  alt?: string
  /** Address of the owner's own picture; the figure is its placeholder while it loads, and stays when it cannot. */
  image?: string
  /** The same picture in several widths, as in the `srcset` of an image. */
  imageSet?: string | undefined
  /** Under this name the picture carries over to another page. Only one on a page may have it. */
  transitionName?: string
}

/**
 * The figure of a slug as a still picture; needs no script. Size and opacity are the caller's, by class.
 *
 * @see shared/chladni.ts
 */
export function Figure({
  slug,
  variant = 'square',
  width = 640,
  sizes = '100vw',
  priority = false,
  className,
  alt = '',
  image,
  imageSet,
  transitionName,
}: FigureProps) {
  const nearest = figureWidths.find((one) => one >= width) ?? 1600
  const placeholder = figureAddress({ slug, variant, width: nearest })
  const style: CSSProperties = {
    ...(image && { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover', backgroundPosition: 'center' }),
    ...(transitionName && { viewTransitionName: transitionName }),
  }
  return (
    <img
      src={image || placeholder}
      srcSet={image ? imageSet : sourceSet(slug, variant)}
      sizes={image && !imageSet ? undefined : sizes}
      width={width}
      height={figureHeight(variant, width)}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      className={className}
      style={image || transitionName ? style : undefined}
    />
  )
}

function sourceSet(slug: string, variant: FigureVariant): string {
  return figureWidths.map((width) => `${figureAddress({ slug, variant, width })} ${width}w`).join(', ')
}

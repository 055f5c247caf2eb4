import type { CSSProperties } from 'react'
import { uploadedImageSet } from '#shared/image-address.ts'
import { figureHeight, figureWidths, type FigureVariant } from '#shared/chladni-address.ts'
import { figureSet, useFigureAddress, usePageImage } from './figure-keys.ts'

type FigureProps = {
  /** Slug the artwork is generated from; the same slug always gives the same artwork. */
  slug: string
  /** `square` for cards, `wide` (16:9) for heroes, `cover` (2:3) for books. */
  variant?: FigureVariant
  /** Width in CSS pixels on a desktop; reserves the space and is the fallback for old browsers. */
  width?: number
  /** The `sizes` of the image. */
  sizes?: string
  /** Loads the image eagerly, for the first screen. */
  priority?: boolean
  className?: string
  /** Empty by default, because artwork is decorative. */
  alt?: string
  /**
   * Address of the owner's image; the artwork is its placeholder while it loads and if it fails. Without it, an image
   * of the page with this artwork is shown.
   */
  image?: string
  /** The `srcset` of the owner's image, where it has addresses of its own. */
  imageSet?: string | undefined
  /** View transition name, unique on the page. */
  transitionName?: string
}

/**
 * Generated artwork of a slug as a static image. Size and opacity are set by class.
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
  image: ownImage,
  imageSet: ownSet,
  transitionName,
}: FigureProps) {
  const addressOf = useFigureAddress()
  const ofPage = usePageImage(slug)?.image
  const image = ownImage || ofPage
  const imageSet = image ? (ownSet ?? uploadedImageSet(image)) : undefined
  const nearest = figureWidths.find((one) => one >= width) ?? 1600
  const placeholder = addressOf({ slug, variant, width: nearest })
  const style: CSSProperties = {
    ...(image && { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover', backgroundPosition: 'center' }),
    ...(transitionName && { viewTransitionName: transitionName }),
  }
  return (
    <img
      src={image || placeholder}
      srcSet={image ? imageSet : figureSet(addressOf, slug, variant)}
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

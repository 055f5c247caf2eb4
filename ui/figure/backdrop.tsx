import { preload } from 'react-dom'
import { classNames } from '#ui/class-names.ts'
import { uploadedImageSet } from '#shared/image-address.ts'
import { figureSet, useFigureAddress, usePageImage } from './figure-keys.ts'

/** Widths at which a backdrop is loaded. */
const phoneSizes = '60vw'
const sizes = '80vw'

/**
 * Artwork behind a page's headline, filling its box. Phones load the portrait cut, to avoid pixels that are cropped;
 * half resolution is enough at the low contrast. It fades on the side of the words: on the left, or below the top on
 * phones. An image of the owner takes its place.
 */
export function Backdrop(props: { slug: string; className?: string }) {
  const own = usePageImage(props.slug)
  return own ? <OwnBackdrop {...own} {...props} /> : <Artwork {...props} />
}

/** Image of the owner, dark enough for the text above it however bright it is. */
function OwnBackdrop({ image, alt, className }: { image: string; alt: string; className?: string }) {
  return (
    <img
      src={image}
      srcSet={uploadedImageSet(image)}
      sizes={sizes}
      width={960}
      height={540}
      alt={alt}
      loading="eager"
      fetchPriority="high"
      decoding="async"
      className={classNames('calm-side size-full object-cover brightness-50', className)}
    />
  )
}

function Artwork({ slug, className }: { slug: string; className?: string }) {
  const addressOf = useFigureAddress()
  const [portrait, landscape] = [figureSet(addressOf, slug, 'cover'), figureSet(addressOf, slug, 'wide')]
  // The largest image of the first screen: browsers would request it after fonts and scripts, and React preloads no
  // image inside a picture.
  preloadImage(portrait, phoneSizes, phone)
  preloadImage(landscape, sizes, `not all and ${phone}`)
  return (
    <picture>
      <source media={phone} srcSet={portrait} sizes={phoneSizes} />
      <source srcSet={landscape} sizes={sizes} />
      <img
        src={addressOf({ slug, variant: 'wide', width: 960 })}
        width={960}
        height={540}
        alt=""
        loading="eager"
        fetchPriority="high"
        decoding="async"
        className={classNames('calm-side size-full object-cover', className)}
      />
    </picture>
  )
}

const phone = '(max-width: 48rem)'

function preloadImage(imageSrcSet: string, imageSizes: string, media: string): void {
  const [href = ''] = imageSrcSet.split(' ')
  preload(href, { as: 'image', imageSrcSet, imageSizes, media, fetchPriority: 'high' })
}

import { preload } from 'react-dom'
import { classNames } from '#ui/class-names.ts'
import { figureSet, useFigureAddress, usePageImage } from './figure-keys.ts'
import { Figure } from './figure.tsx'

/**
 * Artwork behind a page's headline, filling its box. Phones load the portrait cut, to avoid pixels that are cropped;
 * half resolution is enough at the low contrast. It fades on the side of the words: on the left, or below the top on
 * phones. An image of the owner takes its place: on phones above the words, elsewhere beside them (`own-image` in
 * app/app.css).
 */
export function Backdrop({ slug, className }: { slug: string; className?: string }) {
  const addressOf = useFigureAddress()
  const own = usePageImage(slug)
  if (own)
    return (
      <Figure
        slug={slug}
        variant="wide"
        width={960}
        sizes="80vw"
        priority
        alt={own.alt}
        className={classNames('own-side size-full object-cover', className)}
      />
    )
  const [portrait, landscape] = [figureSet(addressOf, slug, 'cover'), figureSet(addressOf, slug, 'wide')]
  // The largest image of the first screen: browsers would request it after fonts and scripts, and React preloads no
  // image inside a picture.
  preloadImage(portrait, '60vw', phone)
  preloadImage(landscape, '80vw', `not all and ${phone}`)
  return (
    <picture>
      <source media={phone} srcSet={portrait} sizes="60vw" />
      <source srcSet={landscape} sizes="80vw" />
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

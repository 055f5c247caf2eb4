import { figureAddress, figureWidths, type FigureVariant } from '#shared/chladni-address.ts'
import { classNames } from '#ui/class-names.ts'

/**
 * Artwork behind a page's headline, filling its box. Phones load the portrait cut, to avoid pixels that are cropped;
 * half resolution is enough at the low contrast. It fades on the side of the words: on the left, or below the top on
 * phones.
 */
export function Backdrop({ slug, className }: { slug: string; className?: string }) {
  return (
    <picture>
      <source media="(max-width: 48rem)" srcSet={sourceSet(slug, 'cover')} sizes="60vw" />
      <source srcSet={sourceSet(slug, 'wide')} sizes="80vw" />
      <img
        src={figureAddress({ slug, variant: 'wide', width: 960 })}
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

function sourceSet(slug: string, variant: FigureVariant): string {
  return figureWidths.map((width) => `${figureAddress({ slug, variant, width })} ${width}w`).join(', ')
}

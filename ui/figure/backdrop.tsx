import { figureAddress, figureWidths, type FigureVariant } from '#shared/chladni-address.ts'
import { classNames } from '#ui/class-names.ts'

/**
 * The figure a page opens with, filling its box behind the headline. Phones get the upright cut, so that they load no
 * pixels they crop away; at the low contrast of a backdrop one pixel of sand may cover two of a fine screen.
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
        className={classNames('size-full object-cover', className)}
      />
    </picture>
  )
}

function sourceSet(slug: string, variant: FigureVariant): string {
  return figureWidths.map((width) => `${figureAddress({ slug, variant, width })} ${width}w`).join(', ')
}

import { useTranslations } from 'use-intl/react'
import { coverSet } from '#shared/cover-address.ts'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import type { BookCard } from '#features/books/contract.ts'

/** Width of the drawing as a share of the cover's width. */
const drawingShare = 0.88

/**
 * A book's cover: the owner's image, or a generated one, which is a color field with one drawing and the title below
 * it, in the same grid for every book. Text sizes follow the cover's width.
 *
 * @param sizes Width of the cover at each screen width; the drawing on it is slightly narrower.
 */
export function BookCover({
  book,
  sizes,
  priority = false,
  className,
}: {
  book: Pick<BookCard, 'id' | 'title' | 'subtitle' | 'author' | 'category' | 'coverImage' | 'coverAlt' | 'artwork'>
  sizes: string
  priority?: boolean
  className?: string
}) {
  const t = useTranslations('books.shared')
  if (book.coverImage) {
    return (
      <img
        src={book.coverImage}
        srcSet={coverSet(book.coverImage)}
        sizes={sizes}
        alt={book.coverAlt || t('cover', { title: book.title })}
        width={740}
        height={1050}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        className={classNames(
          'aspect-[148/210] h-auto w-full border border-groove bg-plate-raised object-cover',
          className,
        )}
      />
    )
  }
  const { ground, ink } = book.artwork ?? { ground: undefined, ink: undefined }
  return (
    <div
      aria-hidden="true"
      className={classNames(
        '@container relative aspect-[148/210] w-full overflow-hidden border border-groove bg-plate text-sand',
        className,
      )}
      style={{ backgroundColor: ground, color: ink }}
    >
      <div className="figures absolute inset-x-[6cqw] top-[5.5cqw] flex justify-between gap-[3cqw] text-[max(0.5rem,2.8cqw)] leading-none tracking-wide">
        <span>{t(`categories.${book.category}`)}</span>
        <span>{book.author}</span>
      </div>
      <Figure
        slug={book.id}
        variant="square"
        sizes={sizes.replaceAll(/\d+(?=vw)/g, (width) => String(Math.round(Number(width) * drawingShare)))}
        priority={priority}
        className="absolute top-[13cqw] left-[6cqw] aspect-square w-[88cqw] border border-current object-cover"
      />
      <div className="absolute inset-x-[6cqw] bottom-[5.5cqw] flex h-[30.5cqw] flex-col justify-between">
        <span className="font-display text-[9.6cqw] leading-[0.96] font-bold tracking-[-0.025em] text-balance">
          {book.title}
        </span>
        <span className="text-[max(0.625rem,3.6cqw)] leading-tight @max-[14rem]:hidden">{book.subtitle}</span>
      </div>
    </div>
  )
}

import { useTranslations } from 'use-intl/react'
import { coverSet } from '#shared/cover-address.ts'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import type { BookCard } from '#features/books/contract.ts'

/**
 * A book's cover: the owner's image, or the cover printed in its PDF, composed of artwork, title and subtitle. Text
 * sizes follow the cover's width.
 *
 * @param sizes The `sizes` attribute: the cover's width at each screen width.
 */
export function BookCover({
  book,
  sizes,
  priority = false,
  className,
}: {
  book: Pick<BookCard, 'id' | 'title' | 'subtitle' | 'author' | 'category' | 'coverImage' | 'coverAlt'>
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
  return (
    <div
      aria-hidden="true"
      className={classNames(
        '@container relative aspect-[148/210] w-full overflow-hidden border border-groove bg-plate',
        className,
      )}
    >
      <Figure
        slug={book.id}
        variant="square"
        sizes={sizes}
        priority={priority}
        className="absolute inset-x-0 top-0 aspect-square w-full object-cover opacity-80 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100"
      />
      <div className="absolute inset-x-[6cqw] top-[6cqw] flex justify-between text-[max(0.5rem,3cqw)] leading-none">
        <span className="figures bg-plate px-[1.6cqw] py-[1.4cqw] tracking-wide">
          {t(`categories.${book.category}`)}
        </span>
      </div>
      <div className="absolute inset-x-[7cqw] bottom-[6.5cqw] flex flex-col gap-[3.4cqw]">
        <span className="w-fit bg-plate pt-[2cqw] pr-[2cqw] font-display text-[11cqw] leading-[0.94] font-bold tracking-[-0.025em] text-balance">
          {book.title}
        </span>
        <span className="text-[max(0.625rem,3.8cqw)] leading-tight text-dust">{book.subtitle}</span>
        <span className="figures text-[max(0.5rem,2.8cqw)] leading-none">{book.author}</span>
      </div>
    </div>
  )
}

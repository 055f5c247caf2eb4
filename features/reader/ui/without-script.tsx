import type { Book } from '#features/books/contract.ts'
import type { ReaderOpening } from '#features/reader/contract.ts'
import { pageImagePath } from '#features/reader/paths.ts'
import { sizeOf } from './view/page-size.ts'
import { wordsPagePath } from './words-address.ts'

/** A longer book is read on by its words: the page is sent to everybody, script or not. */
const mostPictured = 200

/** The open pages of a book, one below the other, for browsers that run no script. Browsers that do never build this. */
export function WithoutScript({ book, opening }: { book: Book; opening: ReaderOpening | undefined }) {
  if (!opening) return <p className="wrap py-8">The pages of this book cannot be shown just now. Please download the PDF.</p>
  const { edition, openPages, totalPages, pageSizes } = opening
  const pictured = Math.min(openPages, mostPictured)
  return (
    <div className="wrap flex flex-col gap-6 [&>img]:h-auto [&>img]:w-full [&>img]:max-w-[816px]">
      <p className="measure text-dust">
        These are the pages as they were printed.{' '}
        <a href={wordsPagePath(book.id, 1)} className="underline underline-offset-4 hover:text-sand">
          Read their words
        </a>
        , to enlarge, copy and hear them.
      </p>
      {Array.from({ length: pictured }, (_, index) => {
        const { width, height } = sizeOf(pageSizes, index + 1)
        return (
          <img
            key={index}
            src={pageImagePath(book.id, edition, index + 1, 816)}
            alt={`Page ${index + 1}`}
            width={Math.round(width * 2)}
            height={Math.round(height * 2)}
            loading="lazy"
            decoding="async"
          />
        )
      })}
      {openPages < totalPages ? (
        <div className="flex h-[800px] max-w-[816px] flex-col items-center justify-center gap-4 border border-groove bg-plate-raised p-6 text-center">
          <p className="title">Page Locked</p>
          <p className="text-dust">Purchase to unlock this page</p>
          <a href={`/book/${book.id}#payment`} className="label bg-live px-5 py-4 text-plate">
            Purchase Now
          </a>
        </div>
      ) : null}
    </div>
  )
}

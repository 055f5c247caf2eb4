import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import type { AccessTo, BookAccess } from '#features/reader/contract.ts'
import { type Edition, readPdf } from '../edition.ts'
import type { Editions } from '../editions.ts'
import type { PreviewCopies } from '../preview-pdf/preview-pdfs.ts'
import type { StampedCopies } from '../watermark/watermarked-pdfs.ts'
import type { PdfCopy } from '../pdf/pdf-cache.ts'

/** The PDF of a book as one visitor may have it. */
export type BookPdf = {
  copy: PdfCopy
  fileName: string
  /** Of the whole book, whatever is in the file. */
  totalPages: number
  cacheControl: string
  /** Another visitor may get another file at the same address. */
  isPersonal: boolean
}

/**
 * What leaves the server as PDF: the book, the buyer's stamped copy, or the first pages. `cookie` is the request's
 * header as it came.
 */
export type BookPdfs = {
  /** @throws AppError `not-found`, `unavailable`. */
  bring(cookie: string | undefined, bookId: string): Promise<BookPdf>
  /**
   * The buyer's stamped copy alone.
   * @returns undefined for everybody else.
   *
   * @throws AppError `not-found`, `unavailable`.
   */
  bringBought(cookie: string | undefined, bookId: string): Promise<BookPdf | undefined>
}

type Parts = {
  accessTo: AccessTo
  editions: Pick<Editions, 'current'>
  storage: Storage
  stamped: StampedCopies
  previews: PreviewCopies
}

/**
 * The one place where a book becomes a file. The question who may have what comes before anything of the book is
 * touched.
 */
export function createBookPdfs({ accessTo, editions, storage, stamped, previews }: Parts): BookPdfs {
  const bringBought = async (access: BookAccess & { kind: 'owned' }, bookId: string): Promise<BookPdf> => {
    const edition = await editions.current(bookId)
    const copy = await stamped({
      entitlementId: access.entitlementId,
      mark: access.mark,
      edition: edition.name,
      readPdf: () => readPdf(edition, storage),
    })
    return {
      copy,
      fileName: `${bookId}.pdf`,
      totalPages: edition.pageCount,
      cacheControl: 'private, no-store',
      isPersonal: true,
    }
  }

  return {
    async bring(cookie, bookId) {
      const access = await accessTo(cookie, bookId)
      if (access.kind === 'owned') return bringBought(access, bookId)
      const edition = await editions.current(bookId)
      const totalPages = edition.pageCount
      if (access.kind === 'free') {
        return {
          copy: wholeOf(edition, storage),
          fileName: `${bookId}.pdf`,
          totalPages,
          cacheControl: 'public, max-age=3600',
          isPersonal: false,
        }
      }
      // Asked again each time: after buying, the same address holds the whole book.
      const cacheControl = 'private, no-cache'
      return {
        copy: await previews(edition, access.openPages),
        fileName: `${bookId}-preview.pdf`,
        totalPages,
        cacheControl,
        isPersonal: true,
      }
    },
    async bringBought(cookie, bookId) {
      const access = await accessTo(cookie, bookId)
      return access.kind === 'owned' ? bringBought(access, bookId) : undefined
    },
  }
}

function wholeOf({ bytes, name, storageKey }: Edition, storage: Storage): PdfCopy {
  return {
    bytes,
    etag: `"${name}"`,
    open: (range) =>
      storage.open(storageKey, range).catch((cause: unknown) => {
        throw new AppError('unavailable', 'This book cannot be downloaded right now. Please try again in a moment.', {
          retryAfterSeconds: 30,
          cause,
        })
      }),
  }
}

import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { GetBookAccess, BookAccess } from '#features/reader/contract.ts'
import { type Edition, readPdf } from '../edition.ts'
import type { Editions } from '../editions.ts'
import type { PreviewPdfs } from '../preview-pdf/preview-pdfs.ts'
import type { WatermarkedPdfs } from '../watermark/watermarked-pdfs.ts'
import type { CachedPdf } from '../pdf/pdf-cache.ts'

/** A PDF for one visitor. */
export type BookPdf = {
  file: CachedPdf
  fileName: string
  /** Pages of the whole book, not of the file. */
  totalPages: number
  cacheControl: string
  /** True if another visitor may get another file at the same address. */
  isPersonal: boolean
}

/**
 * PDFs for download: the book, the buyer's watermarked copy, or the preview. `cookie` is the request's
 * header.
 */
export type BookPdfs = {
  /** @throws AppError `not-found`, `unavailable`. */
  get(cookie: string | undefined, bookId: string): Promise<BookPdf>
  /**
   * Returns the buyer's watermarked copy.
   *
   * @returns undefined for everyone else.
   * @throws AppError `not-found`, `unavailable`.
   */
  getPurchased(cookie: string | undefined, bookId: string): Promise<BookPdf | undefined>
}

type BookPdfsDeps = {
  getBookAccess: GetBookAccess
  editions: Pick<Editions, 'current'>
  storage: Storage
  watermarkedPdfs: WatermarkedPdfs
  previewPdfs: PreviewPdfs
}

/** Creates the single source of PDF downloads. Access is checked before anything of the book is read. */
export function createBookPdfs({
  getBookAccess,
  editions,
  storage,
  watermarkedPdfs,
  previewPdfs,
}: BookPdfsDeps): BookPdfs {
  const purchasedPdf = async (access: BookAccess & { kind: 'owned' }, bookId: string): Promise<BookPdf> => {
    const edition = await editions.current(bookId)
    const file = await watermarkedPdfs({
      entitlementId: access.entitlementId,
      watermark: access.watermark,
      edition: edition.name,
      readPdf: () => readPdf(edition, storage),
    })
    return {
      file,
      fileName: `${bookId}.pdf`,
      totalPages: edition.pageCount,
      cacheControl: 'private, no-store',
      isPersonal: true,
    }
  }

  return {
    async get(cookie, bookId) {
      const access = await getBookAccess(cookie, bookId)
      if (access.kind === 'owned') return purchasedPdf(access, bookId)
      const edition = await editions.current(bookId)
      const totalPages = edition.pageCount
      if (access.kind === 'free') {
        return {
          file: wholePdf(edition, storage),
          fileName: `${bookId}.pdf`,
          totalPages,
          cacheControl: 'public, max-age=3600',
          isPersonal: false,
        }
      }
      // Revalidated each time: after a purchase the same address returns the whole book.
      const cacheControl = 'private, no-cache'
      return {
        file: await previewPdfs(edition, access.openPages),
        fileName: `${bookId}-preview.pdf`,
        totalPages,
        cacheControl,
        isPersonal: true,
      }
    },
    async getPurchased(cookie, bookId) {
      const access = await getBookAccess(cookie, bookId)
      return access.kind === 'owned' ? purchasedPdf(access, bookId) : undefined
    },
  }
}

function wholePdf({ bytes, name, storageKey }: Edition, storage: Storage): CachedPdf {
  return {
    bytes,
    etag: `"${name}"`,
    open: (range) =>
      storage.open(storageKey, range).catch((cause: unknown) => {
        if (isAppError(cause) && cause.code === 'unavailable') throw cause
        throw new AppError(
          'unavailable',
          { key: 'reader.errors.notDownloading' },
          {
            retryAfterSeconds: 30,
            cause,
          },
        )
      }),
  }
}

import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sharp } from '#platform/sharp.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { textForm } from '#features/reader/paths.ts'
import type { PdfCache, CachedPdf } from '../pdf/pdf-cache.ts'
import { defaultThreadLimits, UnusablePdfError, runPdfThread, threadUrl } from '../pdf/pdf-thread.ts'
import type { Edition } from '../edition.ts'
import { isLosslessWebp } from '../watermark/lossless-webp.ts'
import type { PageStore } from '../page-store.ts'
import type { PageImage, PreviewPage, PreviewSource } from './preview-source.ts'

/**
 * Returns the PDF of the preview pages of an edition, 1 to `openPages`.
 *
 * @throws AppError `unavailable` when it cannot be created.
 */
export type PreviewPdfs = (edition: Edition, openPages: number) => Promise<CachedPdf>

/** Must change when the same edition would give other bytes, including through another text format. */
const previewVersion = `p3 ${textForm}`

/** Sharp in print at small sizes, and already prerendered for readers. */
const imageWidth = 1224

type BookInfo = { title: string; author: string }

type PreviewPdfsDeps = {
  pdfCache: PdfCache
  pages: Pick<PageStore, 'image' | 'text'>
  /** Catalogue data printed in the preview. */
  describe: (bookId: string) => BookInfo | undefined
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Creates the preview PDFs of editions, cached under `previews/{edition}-{name}.pdf`. */
export function createPreviewPdfs({ pdfCache, pages, describe, log }: PreviewPdfsDeps): PreviewPdfs {
  const file = threadUrl('preview-pdf-worker', import.meta.url)

  const gather = async (edition: Edition, openPages: number, words: BookInfo): Promise<PreviewSource> => {
    const open: PreviewPage[] = []
    for (let page = 1; page <= Math.min(openPages, edition.pageCount); page += 1) {
      const [image, { lines }] = await Promise.all([
        pages.image(edition, page, imageWidth, 'soon'),
        pages.text(edition, page, 'soon'),
      ])
      open.push({ ...sizeOf(edition, page), pageImage: await toPageImage(image), lines })
    }
    const outline = edition.outline.filter(({ page }) => page <= open.length)
    return { ...words, totalPages: edition.pageCount, pages: open, outline }
  }

  const write = async (edition: Edition, openPages: number, words: BookInfo): Promise<Uint8Array> => {
    try {
      const source = await gather(edition, openPages, words)
      const transfer = source.pages.map(
        ({ pageImage }) => (pageImage.kind === 'jpeg' ? pageImage.bytes : pageImage.pixels).buffer as ArrayBuffer,
      )
      return await runPdfThread(file, source, transfer, defaultThreadLimits)
    } catch (error) {
      if (isAppError(error)) throw error
      log.error({ err: error, edition: edition.name }, 'book preview failed')
      // Retrying would not help.
      if (error instanceof UnusablePdfError)
        throw new AppError('unavailable', { key: 'reader.errors.noPreview' }, { cause: error })
      throw new AppError(
        'unavailable',
        { key: 'reader.errors.previewNotReady' },
        {
          retryAfterSeconds: 60,
        },
      )
    }
  }

  return async (edition, openPages) => {
    const { title, author } = describe(edition.bookId) ?? { title: edition.bookId, author: '' }
    const name = createHash('sha256')
      .update(JSON.stringify([previewVersion, openPages, title, author]))
      .digest('hex')
      .slice(0, 12)
    return pdfCache({
      key: `previews/${edition.name}-${name}.pdf`,
      etag: `"${edition.name}-preview-${name}"`,
      make: () => write(edition, openPages, { title, author }),
    })
  }
}

function sizeOf({ pageSizes }: Edition, page: number): { width: number; height: number } {
  const { width, height } = pageSizes.findLast(({ from }) => from <= page) ?? pageSizes[0]!
  return { width, height }
}

/** Lossless pages stay lossless; photographs become JPEG, which a PDF can hold unchanged. */
async function toPageImage(webp: Buffer): Promise<PageImage> {
  if (!isLosslessWebp(webp)) {
    const jpeg = await sharp(webp).jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
    return { kind: 'jpeg', bytes: new Uint8Array(jpeg) }
  }
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { kind: 'pixels', width, height, channels, pixels: new Uint8Array(data) }
}

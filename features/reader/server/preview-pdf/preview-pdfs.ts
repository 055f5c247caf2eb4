import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sharp } from '#platform/sharp.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { textForm } from '#features/reader/paths.ts'
import type { KeptCopies, PdfCopy } from '../pdf/pdf-cache.ts'
import { defaultThreadLimits, DocumentRefusal, runThread, threadFile } from '../pdf/pdf-thread.ts'
import type { Edition } from '../edition.ts'
import { isLosslessWebp } from '../watermark/lossless-webp.ts'
import type { PageStore } from '../page-store.ts'
import type { PagePicture, PreviewPage, PreviewSource } from './preview-source.ts'

/**
 * Brings the PDF of the open pages of an edition, 1 to `openPages`.
 *
 * @throws AppError `unavailable` when it cannot be
 * made.
 */
export type PreviewCopies = (edition: Edition, openPages: number) => Promise<PdfCopy>

/** Changes when the same edition would give other bytes; another way of reading its text does. */
const previewVersion = `p3 ${textForm}`

/** Prints crisply on a small sheet, and is made ahead for readers anyway. */
const pictureWidth = 1224

type Words = { title: string; author: string }

type Parts = {
  kept: KeptCopies
  pages: Pick<PageStore, 'image' | 'text'>
  /** What the catalogue says of a book. */
  describe: (bookId: string) => Words | undefined
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Previews of editions, kept under `previews/{edition}-{words}.pdf`. They can be made again at any time. */
export function createPreviewCopies({ kept, pages, describe, log }: Parts): PreviewCopies {
  const file = threadFile('preview-pdf-worker', import.meta.url)

  const gather = async (edition: Edition, openPages: number, words: Words): Promise<PreviewSource> => {
    const open: PreviewPage[] = []
    for (let page = 1; page <= Math.min(openPages, edition.pageCount); page += 1) {
      const [image, { lines }] = await Promise.all([
        pages.image(edition, page, pictureWidth, 'soon'),
        pages.text(edition, page, 'soon'),
      ])
      open.push({ ...sizeOf(edition, page), picture: await pictureOf(image), lines })
    }
    const outline = edition.outline.filter(({ page }) => page <= open.length)
    return { ...words, totalPages: edition.pageCount, pages: open, outline }
  }

  const write = async (edition: Edition, openPages: number, words: Words): Promise<Uint8Array> => {
    try {
      const source = await gather(edition, openPages, words)
      const transfer = source.pages.map(
        ({ picture }) => (picture.kind === 'jpeg' ? picture.bytes : picture.pixels).buffer as ArrayBuffer,
      )
      return await runThread(file, source, transfer, defaultThreadLimits)
    } catch (error) {
      if (isAppError(error)) throw error
      log.error({ err: error, edition: edition.name }, 'book preview failed')
      // Trying again would not help.
      if (error instanceof DocumentRefusal)
        throw new AppError('unavailable', 'This book has no preview to download.', { cause: error })
      throw new AppError(
        'unavailable',
        'The preview of this book can’t be prepared right now. Please try again in a moment.',
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
    return kept({
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

/** Printed pages stay as they are, pixel by pixel; pictures become what a PDF can hold as it is. */
async function pictureOf(webp: Buffer): Promise<PagePicture> {
  if (!isLosslessWebp(webp)) {
    const jpeg = await sharp(webp).jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
    return { kind: 'jpeg', bytes: new Uint8Array(jpeg) }
  }
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { kind: 'pixels', width, height, channels, pixels: new Uint8Array(data) }
}

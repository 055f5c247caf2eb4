import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { rawPdf, stream } from '#platform/pdf/test-pdfs.ts'
import type { PresaleChecks } from './prepare-for-sale.ts'
import { maxPages } from './publish-edition.ts'
import { UnusablePdfError } from './pdf/pdf-thread.ts'
import { createPdfRewriter } from './pdf/rewrite-pdf.ts'
import { watermarkPdf } from './watermark/watermark-pdf.ts'
import { createPdfWatermarker, type WatermarkPdf } from './watermark/watermarked-pdfs.ts'
import { eightPages, testReaders } from './test-reader.ts'

let renderer: PdfRenderer
beforeAll(() => void (renderer = createPdfRenderer()))
afterAll(() => renderer.close())

const openTestReader = testReaders()
const previews: string[] = []
/** Watermarks in this thread, because starting another one takes longer than a small PDF. */
const watermarkHere: WatermarkPdf = (pdf, line) =>
  watermarkPdf(pdf, line).catch((error: unknown) => {
    throw new UnusablePdfError(String(error))
  })
const checks = (watermark = createPdfWatermarker()): PresaleChecks => ({
  watermark,
  rewrite: createPdfRewriter(renderer, maxPages),
  preview: async ({ name }) => void previews.push(name),
})

async function wordsPdf(change: (document: PDFDocument) => void = () => undefined): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const words of ['The first page', 'The second page'])
    document.addPage([300, 400]).drawText(words, { font, size: 12, x: 30, y: 300 })
  change(document)
  return Buffer.from(await document.save())
}

/** A PDF with all restrictions: anyone may open it, but not print, copy or edit it. */
const lockedPdf = (method: 'rc4' | 'aes') =>
  wordsPdf((document) =>
    document.encrypt({
      ownerPassword: 'a secret of the owner',
      userPassword: '',
      permissions: { printing: false, modifying: false, copying: false },
      ...(method === 'rc4' ? { keyLength: 128 } : {}),
    } as Parameters<PDFDocument['encrypt']>[0]),
  )

/** A PDF without the offset of its object table, which every reader tolerates. */
const withoutTable = async () => {
  const whole = eightPages.toString('latin1')
  return Buffer.from(whole.slice(0, whole.lastIndexOf('startxref') + 'startxref\n'.length), 'latin1')
}

/** A PDF whose catalogue points to a page instead of a page tree. */
const withoutTree = rawPdf([
  '<< /Type /Catalog /Pages 3 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << >> >>',
  stream('10 10 180 180 re S'),
])

const readBytes = async (open: () => Promise<NodeJS.ReadableStream>) => buffer(await open())

test.each<[string, () => Promise<Buffer>, string | undefined]>([
  ['without defects', () => wordsPdf(), undefined],
  ['locked with an owner password', () => lockedPdf('aes'), 'unlocked'],
  ['locked with old encryption', () => lockedPdf('rc4'), 'unlocked'],
  ['without the offset of its object table', withoutTable, 'rewritten'],
])('a PDF %s is imported so that buyers get a watermark', async (_what, make, repair) => {
  const presaleChecks = checks(watermarkHere)
  const { reader, storage } = await openTestReader({ paid: eightPages }, { renderer, presaleChecks })
  const pdf = await make()
  const edition = await reader.prepare('paid', pdf)
  expect(edition.repair).toBe(repair)
  const stored = await readBytes(() => storage.open(edition.storageKey))
  expect(createHash('sha256').update(stored).digest('hex')).toBe(edition.sha256)
  expect(stored.equals(pdf)).toBe(repair === undefined)
  const watermarked = await watermarkPdf(stored, 'SW-7K3M9QPD')
  const lines = await renderer.readPages(
    { id: crypto.randomUUID(), read: async () => watermarked },
    1,
    edition.pageCount,
  )
  expect(lines.map((page) => page.filter(({ text }) => text === 'SW-7K3M9QPD').length)).toEqual(
    Array(edition.pageCount).fill(1),
  )
  expect(previews.at(-1)).toBe(edition.name)
  // Preparing the same file again gives the same edition.
  expect((await reader.prepare('paid', pdf)).name).toBe(edition.name)
})

test('a PDF that cannot be watermarked even after rewriting is rejected with instructions, and nothing of it is stored', async () => {
  const { reader, database, storage } = await openTestReader(
    { paid: eightPages },
    { renderer, presaleChecks: checks() },
  )
  await expect(reader.prepare('paid', withoutTree)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(/can’t be watermarked.* save it as a new PDF/),
  })
  const { rows } = await database.pool.query('SELECT 1 FROM book_editions')
  expect(rows).toEqual([])
  expect(await storage.list('')).toEqual([])
})

test('a PDF without a possible preview is rejected', async () => {
  const presaleChecks = {
    ...checks(watermarkHere),
    preview: () => Promise.reject(Object.assign(new Error('no'), { name: 'AppError', code: 'unavailable' })),
  }
  const { reader } = await openTestReader({ paid: eightPages }, { renderer, presaleChecks })
  await expect(reader.prepare('paid', eightPages)).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'No preview can be created from the first pages of this PDF.',
  })
})

test('a crash while watermarking does not reject the PDF: the client may retry', async () => {
  const presaleChecks = { ...checks(), watermark: () => Promise.reject(new Error('the thread ended with 1')) }
  const { reader } = await openTestReader({ paid: eightPages }, { renderer, presaleChecks })
  await expect(reader.prepare('paid', eightPages)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 })
})

test('a rewritten PDF that looks different is not accepted', async () => {
  const other = await wordsPdf()
  const rewrite = createPdfRewriter({ ...renderer, rewrite: async () => other }, maxPages)
  const { reader } = await openTestReader(
    { paid: eightPages },
    { renderer, presaleChecks: { ...checks(watermarkHere), rewrite } },
  )
  await expect(reader.prepare('paid', await withoutTable())).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a rewritten book of the content folder is recognized at the next start', async () => {
  const pdf = await lockedPdf('aes')
  const first = await openTestReader({ paid: pdf }, { renderer, presaleChecks: checks() })
  const edition = await first.reader.editions.importEdition('paid')
  const next = await openTestReader({ paid: pdf }, { renderer, presaleChecks: checks(), joins: true })
  expect((await next.reader.editions.importEdition('paid')).name).toBe(edition.name)
  const { rows } = await next.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM book_editions')
  expect(rows).toEqual([{ n: 1 }])
})

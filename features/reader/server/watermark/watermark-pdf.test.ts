import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { degrees, PDFDocument, PDFName, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { watermarkPdf } from './watermark-pdf.ts'

const line = 'SW-7K3M9QPD · r•••@example.com'
const book = resolve(import.meta.dirname, '../../../../content/books/swade-real-ai-music/book.pdf')

let renderer: PdfRenderer
beforeAll(() => void (renderer = createPdfRenderer({ threads: 1 })))
afterAll(() => renderer.close())

test.each([0, 90, 180, 270, -90, 450])(
  'a page rotated by %i degrees has the watermark upright in its foot',
  async (turn) => {
    const pdf = await pdfOf((page) => page.setRotation(degrees(turn)))
    const [mark] = marks(await linesOf(await watermarkPdf(pdf, line)))
    expect(mark).toBeDefined()
    expect(mark!.y).toBeGreaterThan(0.95)
    expect(mark!.y + mark!.height).toBeLessThanOrEqual(1)
    expect(mark!.x + mark!.width / 2).toBeCloseTo(0.5, 1)
    // The text is upright: it is much wider than high on the displayed page.
    expect(mark!.width).toBeGreaterThan(mark!.height * 4)
  },
)

test.each<[string, (page: PDFPage) => void]>([
  ['cropped to its middle', (page) => page.setCropBox(100, 150, 300, 400)],
  ['cropped and rotated', (page) => (page.setCropBox(100, 150, 300, 400), page.setRotation(degrees(90)))],
  ['cropped beyond the page', (page) => page.setCropBox(-200, -200, 2000, 2000)],
  ['whose origin is not at zero', (page) => page.setMediaBox(-300, 500, 500, 700)],
  [
    'whose corners are in reverse order',
    (page) => page.node.set(PDFName.of('MediaBox'), page.doc.context.obj([500, 700, 0, 0])),
  ],
  [
    'that leaves its coordinates flipped',
    (page) =>
      page.node.set(
        PDFName.of('Contents'),
        page.doc.context.register(page.doc.context.stream('q 9 0 0 -9 500 9000 cm 0 0 0 RG')),
      ),
  ],
  ['without any content', (page) => page.node.delete(PDFName.of('Contents'))],
])('a page %s has the watermark inside the visible area', async (_how, change) => {
  const found = marks(await linesOf(await watermarkPdf(await pdfOf(change), line)))
  expect(found).toHaveLength(1)
  expect(found[0]!.y).toBeGreaterThan(0.9)
  expect(found[0]!.y + found[0]!.height).toBeLessThanOrEqual(1.001)
  expect(found[0]!.x).toBeGreaterThan(0)
  expect(found[0]!.x + found[0]!.width).toBeLessThan(1)
})

test('every page of a real book has the watermark, and its text, outline and title are unchanged', async () => {
  const pdf = readFileSync(book)
  const watermarked = await watermarkPdf(pdf, line)
  const [before, after] = [await linesOf(pdf), await linesOf(watermarked)]
  expect(after).toHaveLength(43)
  expect(after.map((lines) => lines.filter(({ text }) => text.includes('SW-7K3M9QPD')).length)).toEqual(
    Array(43).fill(1),
  )
  const words = (pages: typeof before) =>
    pages.map((lines) => lines.map(({ text }) => text).filter((text) => !text.includes('SW-7K3M9QPD')))
  expect(words(after)).toEqual(words(before))
  expect((await PDFDocument.load(watermarked, { updateMetadata: false })).getTitle()).toBe('Real AI Music')
  expect(await outlineOf(watermarked)).toEqual(await outlineOf(pdf))
})

test('pages that share content and resources each have the watermark once', async () => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const first = document.addPage([400, 600])
  first.drawText('shared words', { font, x: 50, y: 300 })
  const second = document.addPage([400, 600])
  const contents = document.context.register(first.node.Contents()!)
  for (const page of [first, second]) {
    page.node.set(PDFName.of('Contents'), contents)
    page.node.set(PDFName.of('Resources'), first.node.Resources()!)
  }
  const pages = await linesOf(await watermarkPdf(await document.save(), line))
  expect(pages.map((lines) => marks([lines]).length)).toEqual([1, 1])
  expect(pages.map((lines) => lines.some(({ text }) => text === 'shared words'))).toEqual([true, true])
})

test('the same book and text give the same bytes, so that downloads can be resumed', async () => {
  const pdf = await pdfOf()
  expect(Buffer.from(await watermarkPdf(pdf, line)).equals(await watermarkPdf(pdf, line))).toBe(true)
})

test('an incomplete PDF is rejected', async () => {
  await expect(watermarkPdf(Buffer.from('no book at all'), line)).rejects.toBeInstanceOf(Error)
  await expect(watermarkPdf(readFileSync(book).subarray(0, 2000), line)).rejects.toBeInstanceOf(Error)
})

async function pdfOf(change: (page: PDFPage) => void = () => undefined): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  change(document.addPage([500, 700]))
  return document.save({ addDefaultPage: false })
}

function marks(pages: Awaited<ReturnType<typeof linesOf>>) {
  return pages.flat().filter(({ text }) => text === line)
}

async function linesOf(pdf: Uint8Array) {
  const source = { id: crypto.randomUUID(), read: async () => pdf }
  const { pageCount } = await renderer.inspect(source, 1000)
  return renderer.readPages(source, 1, pageCount)
}

async function outlineOf(pdf: Uint8Array) {
  return (await renderer.inspect({ id: crypto.randomUUID(), read: async () => pdf }, 1000)).outline
}

import { resolve } from 'node:path'
import { readFile } from 'node:fs/promises'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { createPdfRenderer } from './pdf-renderer.ts'
import { longPdf } from './test-pdfs.ts'

const renderer = createPdfRenderer({ threads: 1 })
afterAll(() => renderer.close())

const source = (pdf: Uint8Array) => ({ id: crypto.randomUUID(), read: async () => pdf })

async function lockedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([300, 400]).drawText('Nobody may print this.', { font, size: 12, x: 30, y: 300 })
  document.encrypt({ ownerPassword: 'a secret', userPassword: '', permissions: { printing: false, copying: false } })
  return document.save()
}

test('restrictions on printing and copying are reported, and removed by rewriting the PDF', async () => {
  const locked = await lockedPdf()
  expect(await renderer.inspect(source(locked), 10)).toMatchObject({ pageCount: 1, isLocked: true })
  const rewritten = await renderer.rewrite(source(locked))
  expect(Buffer.from(rewritten.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(await renderer.inspect(source(rewritten), 10)).toMatchObject({ pageCount: 1, isLocked: false })
  expect((await renderer.readPages(source(rewritten), 1, 1))[0]!.map(({ text }) => text)).toEqual([
    'Nobody may print this.',
  ])
  // Other programs open it without a password, too.
  expect((await PDFDocument.load(rewritten)).getPageCount()).toBe(1)
})

test('a rewritten book has the same pages, text and outline, and the same bytes each time', async () => {
  const book = await readFile(resolve(import.meta.dirname, '../../content/books/ai-fun-profit/book.pdf'))
  const rewritten = await renderer.rewrite(source(book))
  expect(Buffer.from(await renderer.rewrite(source(book))).equals(rewritten)).toBe(true)
  const [before, after] = [source(book), source(rewritten)]
  const facts = await renderer.inspect(before, 2000)
  expect(await renderer.inspect(after, 2000)).toEqual(facts)
  expect(await renderer.readPages(after, 1, facts.pageCount)).toEqual(
    await renderer.readPages(before, 1, facts.pageCount),
  )
  for (const page of [1, 7, facts.pageCount])
    expect(
      (await renderer.drawPage(after, page, 408)).equals(await renderer.drawPage(before, page, 408)),
      `page ${page}`,
    ).toBe(true)
})

test('a file that is not a PDF, needs a password or is truncated is rejected, as when it is opened', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  document.encrypt({ userPassword: 'needed', ownerPassword: 'needed' })
  for (const pdf of [Buffer.from('%PDF-1.7 and nothing else'), await document.save(), longPdf(3).subarray(0, 200)])
    await expect(renderer.rewrite(source(pdf))).rejects.toMatchObject({ code: 'invalid-input' })
})

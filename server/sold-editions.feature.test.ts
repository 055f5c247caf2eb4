import { createHash } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { rawPdf, stream } from '#platform/pdf/test-pdfs.ts'
import { createTestShop, type TestShop } from '#features/checkout/server/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** Stores a PDF as the current edition of a book, without the checks of an upload. */
async function sell(bookId: string, pdf: Uint8Array): Promise<void> {
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const key = `editions/${bookId}/${sha256}.pdf`
  await shop.site.storage.put(key, pdf, { contentType: 'application/pdf' })
  await shop.rows(
    `insert into book_editions (book_id, sha256, storage_key, bytes, page_count, page_sizes, outline, is_current)
     values ($1, $2, $3, $4, 1, '[{"from":1,"width":300,"height":400}]', '[]', true)`,
    [bookId, sha256, key, pdf.length],
  )
}

const needs = async () =>
  (await shop.site.services.inbox.list()).items.filter(({ key }) => key.startsWith('unstamped-book:'))

test('a sold book that is locked reaches its buyer unlocked and with a watermark', async () => {
  const document = await PDFDocument.create()
  document
    .addPage([300, 400])
    .drawText('A locked page', { font: await document.embedFont(StandardFonts.Helvetica), size: 12, x: 30, y: 300 })
  document.encrypt({ ownerPassword: 'a secret', userPassword: '', permissions: { printing: false } })
  await sell('ai-fun-profit', await document.save())
  const { cookie, code } = await shop.buy('locked@example.com', { bookId: 'ai-fun-profit' })
  const reply = await shop.get('/api/books/ai-fun-profit/pdf', cookie)
  expect(reply.statusCode).toBe(200)
  const renderer = createPdfRenderer({ threads: 1 })
  const source = { id: 'bought', read: async () => reply.rawPayload }
  expect(await renderer.inspect(source, 10)).toMatchObject({ pageCount: 1, isLocked: false })
  const [lines] = await renderer.readPages(source, 1, 1)
  await renderer.close()
  expect(lines!.map(({ text }) => text)).toEqual(['A locked page', expect.stringContaining(code)])
  expect(await needs()).toEqual([])
})

test('a sold book that cannot be watermarked reaches its buyer without one, and is reported to the owner', async () => {
  const pdf = rawPdf([
    '<< /Type /Catalog /Pages 3 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << >> >>',
    stream('10 10 180 180 re S'),
  ])
  await sell('tokenizing-your-business', pdf)
  const { cookie } = await shop.buy('unmarked@example.com', { bookId: 'tokenizing-your-business' })
  for (let times = 0; times < 2; times += 1) {
    const reply = await shop.get('/api/books/tokenizing-your-business/pdf', cookie)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(pdf)).toBe(true)
  }
  const [need, ...others] = await needs()
  expect(others).toEqual([])
  expect(need).toMatchObject({
    severity: 'promise',
    href: '/admin/books/tokenizing-your-business',
    action: { canUndo: false },
  })
  await shop.site.services.inbox.runAction(need!.key, 'owner@swade.example')
  expect(await needs()).toEqual([])
})

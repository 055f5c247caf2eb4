import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longPdf } from '#platform/pdf/test-pdfs.ts'
import { AppError } from '#shared/errors.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { ImportedBook } from '#features/books/admin.ts'
import { bookImportPath } from '#features/books/constants.ts'

let site: TestSite
let cookie: string

beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadPageHandles })
  cookie = await ownerCookie(site)
}, 120_000)
afterAll(() => site?.close())

async function importFile(file: Uint8Array, name: string, headers: Record<string, string> = { cookie }) {
  const form = new FormData()
  form.append('name', name)
  form.append('file', new Blob([new Uint8Array(file)]), name)
  const request = new Response(form)
  return site.app.inject({
    method: 'POST',
    url: bookImportPath,
    headers: { 'origin': ownOrigin, 'content-type': request.headers.get('content-type')!, ...headers },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

async function pdfWith({ title, author }: { title: string; author: string }): Promise<Uint8Array> {
  const document = await PDFDocument.load(longPdf(3))
  document.setTitle(title)
  document.setAuthor(author)
  return document.save()
}

const bookCount = async () => (await site.services.booksAdmin.list('', 1)).total

test('PDFs become drafts with title, author and pages, and equal titles get different addresses', async () => {
  const before = await bookCount()
  const file = await pdfWith({ title: 'Ñandú & Søn – 静かな機械', author: 'Ada Ñ' })
  const first = (await importFile(file, 'a.pdf')).json<ImportedBook>()
  const second = (await importFile(file, 'a.pdf')).json<ImportedBook>()
  const third = (await importFile(longPdf(2), 'quiet-machines')).json<ImportedBook>()
  expect(first).toMatchObject({ title: 'Ñandú & Søn – 静かな機械', pages: 3 })
  expect(new Set([first.id, second.id, third.id]).size).toBe(3)
  expect(third.title).toBe('quiet machines')
  expect(await bookCount()).toBe(before + 3)
  const edited = await site.services.booksAdmin.find(first.id)
  expect(edited?.isPublished).toBe(false)
  expect(edited?.book).toMatchObject({ author: 'Ada Ñ', pages: 3, edition: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect((await site.services.booksAdmin.list('Ada Ñ', 1)).books).toEqual([
    expect.objectContaining({ id: first.id, pages: 3, isPublished: false, hasDraft: true }),
    expect.objectContaining({ id: second.id, pages: 3 }),
  ])
  expect((await site.app.inject(`/api/books/${first.id}/access`)).statusCode).toBe(404)
}, 60_000)

test('a rejected file leaves no draft, and the reason is shown', async () => {
  const before = await bookCount()
  const refused = await importFile(Buffer.from('not a PDF'), 'notes.pdf')
  expect(refused.statusCode).toBe(400)
  expect(refused.json().message).toMatch(/PDF/)
  expect((await importFile(longPdf(1).subarray(0, 200), 'cut.pdf')).statusCode).toBe(400)
  expect(await bookCount()).toBe(before)
  expect((await importFile(longPdf(1), 'a.pdf', {})).statusCode).toBe(401)
}, 60_000)

test('a book that the owner edits while its rejected file is read is not removed', async () => {
  const { booksAdmin } = site.services
  const before = new Set((await booksAdmin.list('', 1)).books.map(({ id }) => id))
  const file = join(tmpdir(), `${randomUUID()}.pdf`)
  await writeFile(file, longPdf(1))
  const edited: typeof booksAdmin = {
    ...booksAdmin,
    async importPdf(id) {
      await booksAdmin.patchDraft(id, { author: 'Owner' })
      throw new AppError('invalid-input', 'This PDF cannot be sold.')
    },
  }
  await expect(edited.importBook(file, 'edited.pdf', 'owner@swade.example')).rejects.toThrow('cannot be sold')
  await rm(file)
  const added = (await booksAdmin.list('', 1)).books.filter(({ id }) => !before.has(id))
  expect(added).toHaveLength(1)
  expect((await booksAdmin.find(added[0]!.id))?.book.author).toBe('Owner')
})

test('without JavaScript the form leads to the editor of the draft', async () => {
  const reply = await importFile(longPdf(1), '', { cookie, accept: 'text/html' })
  expect(reply.statusCode).toBe(303)
  expect(reply.headers.location).toMatch(/^\/admin\/books\/untitled-book/)
}, 60_000)

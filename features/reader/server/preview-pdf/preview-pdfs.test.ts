import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { openPdf } from '#tests/support/pdf-streams.ts'
import { createPdfCache } from '../pdf/pdf-cache.ts'
import { editionName, type Edition } from '../edition.ts'
import { createPageStore } from '../page-store.ts'
import { createPreviewPdfs } from './preview-pdfs.ts'

const silent = { warn: () => undefined, error: () => undefined }
const shelf = resolve(import.meta.dirname, '../../../../content/books')

// All previews are created the same way; download-routes.test.ts proves the same for a handmade book.
const bookId = 'swade-real-ai-music'
let shared: Awaited<ReturnType<typeof workshop>>
let preview: Buffer
beforeAll(async () => {
  shared = await workshop()
  preview = await buffer(await (await shared.previews(shared.edition, 5)).open())
})
afterAll(() => shared?.close())

test('the preview of a book contains the text of its first five pages only', async () => {
  const { edition, whole } = shared
  const source = { id: 'preview', read: async () => preview }
  const facts = await shared.renderer.inspect(source, 10)
  expect(facts.pageCount).toBe(5)
  expect(facts.pageSizes).toEqual([
    { from: 1, width: edition.pageSizes[0]!.width, height: edition.pageSizes[0]!.height },
  ])
  expect(facts.outline.every(({ page }) => page <= 5)).toBe(true)
  expect(facts.outline).toEqual(edition.outline.filter(({ page }) => page <= 5))

  const read = await shared.renderer.readPages(source, 1, 5)
  const wordsOf = (lines: { text: string }[]) => lines.flatMap(({ text }) => text.split(/\s+/)).filter(Boolean)
  const printed = `Preview · 5 of ${edition.pageCount} pages`
  const readWords = read.map((lines) => wordsOf(lines.filter(({ text }) => text !== printed)))
  expect(readWords.map((words) => words.toSorted())).toEqual(
    whole.slice(0, 5).map((lines) => wordsOf(lines).toSorted()),
  )
  expect(read[4]!.some(({ text }) => text === printed)).toBe(true)

  // The file contains nothing else, whatever a viewer shows.
  const { streams, texts, everything } = await openPdf(preview)
  const kinds = Object.groupBy(streams, ({ kind }) => kind)
  expect(kinds['/XObject/Image']).toHaveLength(5)
  // Five pages, five images, the Unicode table, and the content of the last page with its isolation.
  expect(streams).toHaveLength(5 + 5 + 1 + 3)
  const open = whole
    .slice(0, 5)
    .flat()
    .map(({ text }) => text)
    .join('\n')
  const later = whole
    .slice(5)
    .flat()
    .map(({ text }) => text)
    .filter((text) => text.length > 20 && !open.includes(text))
  expect(later.length).toBeGreaterThan(300)
  const table = new Map(
    [...everything.matchAll(/<([0-9a-f]{2})> <([0-9A-Fa-f]{4,8})>/g)].map(([, code, letter]) => [code!, letter!]),
  )
  const shown = [
    ...streams.map(({ text }) => meaningOf(text, table)),
    ...texts,
    ...read.flat().map(({ text }) => text),
  ].join('\n')
  expect(shown).toContain(open.split('\n').find((text) => text.length > 20))
  expect(later.filter((text) => everything.includes(text) || shown.includes(text))).toEqual([])
})

test('a preview names title, author and page count, and is small', async () => {
  const document = await PDFDocument.load(preview, { updateMetadata: false })
  expect(document.getTitle()).toBe('A title')
  expect(document.getAuthor()).toBe('An author')
  expect(document.getKeywords()).toBe('5 of 43 pages')
  expect(document.getSubject()).toBe('Preview: pages 1 to 5 of 43')
  expect(preview.length).toBeLessThan(1_500_000)
})

test('the text of a preview is at its printed position', async () => {
  const { renderer, whole } = shared
  const read = await renderer.readPages({ id: 'preview', read: async () => preview }, 1, 5)
  const line = whole
    .slice(0, 5)
    .flat()
    .find(({ text }) => text.length > 30)!
  const found = read.flat().find(({ text }) => text === line.text)!
  expect(found.x).toBeCloseTo(line.x, 1)
  expect(Math.abs(found.y - line.y)).toBeLessThan(0.015)
  expect(found.width).toBeCloseTo(line.width, 1)
})

test('the same edition always gives the same bytes, stored or not', async () => {
  const { edition, previews, again } = shared
  const [one, two] = [await previews(edition, 5), await again(edition, 5)]
  expect(one.etag).toBe(two.etag)
  expect((await buffer(await one.open())).equals(await buffer(await two.open()))).toBe(true)
})

async function workshop() {
  const folder = await mkdtemp(join(tmpdir(), 'preview-'))
  const renderer = createPdfRenderer({ threads: 1 })
  const storage = await localStorage(folder)
  const pdf = await readFile(join(shelf, bookId, 'book.pdf'))
  const { sha256, bytes } = await storage.put(`editions/${bookId}.pdf`, pdf, { contentType: 'application/pdf' })
  const source = { id: sha256, read: async () => pdf }
  const facts = await renderer.inspect(source, 1000)
  const edition: Edition = {
    bookId,
    sha256,
    bytes,
    storageKey: `editions/${bookId}.pdf`,
    name: editionName(sha256),
    ...facts,
  }
  const pages = createPageStore({ storage, renderer, log: silent })
  const describe = () => ({ title: 'A title', author: 'An author' })
  const full = { ...storage, put: () => Promise.reject(new Error('full')) }
  return {
    async close() {
      await renderer.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
    edition,
    renderer,
    whole: await renderer.readPages(source, 1, facts.pageCount),
    previews: createPreviewPdfs({ pdfCache: createPdfCache({ storage, log: silent }), pages, describe, log: silent }),
    again: createPreviewPdfs({
      pdfCache: createPdfCache({ storage: full, log: silent }),
      pages,
      describe,
      log: silent,
    }),
  }
}

/** Returns the text of a content stream, by the file's Unicode table. */
function meaningOf(content: string, table: Map<string, string>): string {
  return [...content.matchAll(/<([0-9a-f]+)> Tj/g)]
    .map(([, codes = '']) =>
      Buffer.from((codes.match(/../g) ?? []).map((code) => table.get(code) ?? '').join(''), 'hex')
        .swap16()
        .toString('utf16le'),
    )
    .join('\n')
}

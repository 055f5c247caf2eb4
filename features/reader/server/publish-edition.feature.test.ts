import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, onTestFinished, test } from 'vitest'
import { defaultLimits } from '#platform/pdf/pdf-jobs.ts'
import { createPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { bottomlessPdf, longPdf } from '#platform/pdf/test-pdfs.ts'
import { pageImagePath, type ReaderManifest, readerPath } from '#features/reader/contract.ts'
import { eightPages, printedPdf, testReaders } from './test-reader.ts'

const openTestReader = testReaders()

test('a new PDF is current at once; readers of the previous edition can continue', async () => {
  const { reader, app, database } = await openTestReader({ free: eightPages })
  const before = await reader.editions.current('free')
  const after = await reader.publish('free', printedPdf([['A page more'], ['than none']]))
  const manifest = (await app.inject(readerPath('free'))).json<ReaderManifest>()
  expect(manifest).toMatchObject({ edition: after.name, totalPages: 2 })
  expect((await app.inject(pageImagePath('free', before.name, 8, 204))).statusCode).toBe(200)
  const { rows } = await database.pool.query(
    'SELECT count(*)::int AS all, count(*) FILTER (WHERE is_current)::int AS current FROM book_editions',
  )
  expect(rows).toEqual([{ all: 2, current: 1 }])
  // Published again, the first PDF has the same edition.
  expect((await reader.publish('free', eightPages)).name).toBe(before.name)
  expect((await reader.editions.current('free')).name).toBe(before.name)
})

test('problems of a PDF are reported in a sentence, and the previous edition stays current', async () => {
  const renderer = createPdfRenderer({ limits: { ...defaultLimits, cpuMs: 600 } })
  onTestFinished(() => renderer.close())
  const { reader, storage } = await openTestReader({ free: eightPages }, { renderer })
  const before = await reader.editions.current('free')
  const locked = await PDFDocument.create()
  locked.addPage()
  locked.encrypt({ userPassword: 'secret', ownerPassword: 'secret' })
  const refused: [Uint8Array, string, RegExp][] = [
    [Buffer.alloc(0), 'invalid-input', /^This file is not a PDF\.$/],
    [Buffer.from('GIF89a'.repeat(400)), 'invalid-input', /^This file is not a PDF\.$/],
    [eightPages.subarray(0, 300), 'invalid-input', /damaged or incomplete/],
    [await locked.save(), 'invalid-input', /password-protected/],
    [longPdf(2001), 'invalid-input', /too many pages/],
    [bottomlessPdf(), 'invalid-input', /^Page 1 of this PDF takes too much/],
    [Buffer.concat([eightPages, Buffer.alloc(100 * 1024 * 1024)]), 'too-large', /larger than 100 MB/],
  ]
  for (const [pdf, code, message] of refused) {
    await expect(reader.publish('free', pdf)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  }
  expect((await reader.editions.current('free')).name).toBe(before.name)
  expect(await storage.list('editions/')).toHaveLength(1)
}, 60_000)

test('a long prefix before the PDF header is cut off, and the file is recognized at the next start', async () => {
  const head = Buffer.from('X-Header: of the mail it came with\r\n'.repeat(200))
  const { reader, storage, contentDir } = await openTestReader({ free: eightPages })
  const { name } = await reader.editions.current('free')
  await writeFile(join(contentDir, 'free', 'book.pdf'), Buffer.concat([head, eightPages]))
  expect((await reader.editions.importEdition('free')).name).toBe(name)
  const edition = await reader.publish('free', Buffer.concat([head, printedPdf([['Late mark']])]))
  const stored = await buffer(await storage.open(edition.storageKey))
  expect(stored.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await reader.readText('free', 1)).toMatchObject({ lines: [{ text: 'Late mark' }] })
  // A short prefix is not cut off.
  const few = Buffer.concat([Buffer.from('junk\n'), printedPdf([['Few bytes']])])
  expect((await reader.publish('free', few)).bytes).toBe(few.length)
})

test('texts stored in an older format are extracted again', async () => {
  const { reader, storage } = await openTestReader({ free: eightPages })
  const edition = await reader.editions.current('free')
  const old = { contentType: 'application/json' }
  await storage.put(`pages/${edition.name}/letters-1.json`, Buffer.from('{"page":1,"lines":[]}'), old)
  await storage.put(`pages/${edition.name}/words.json`, Buffer.from('[[],[],[],[],[],[],[],[]]'), old)
  expect((await reader.readText('free', 1)).lines[0]!.text).toBe('Page 1')
  expect((await reader.search(edition, { kind: 'free' }, 'secretc', 'somebody')).hits).toMatchObject([{ page: 3 }])
})

test('a full storage rejects the new edition and keeps the old one', async () => {
  let isFull = false
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const { reader } = await openTestReader(
    { free: eightPages },
    { change: (storage) => ({ ...storage, put: (...args) => (isFull ? Promise.reject(full) : storage.put(...args)) }) },
  )
  const before = await reader.editions.current('free')
  isFull = true
  await expect(reader.publish('free', printedPdf([['New']]))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/out of storage space/),
  })
  expect((await reader.editions.current('free')).name).toBe(before.name)
})

test('a book that could not be stored at first start is imported once there is space', async () => {
  let isFull = true
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const { app, reader } = await openTestReader(
    { free: eightPages },
    { change: (storage) => ({ ...storage, put: (...args) => (isFull ? Promise.reject(full) : storage.put(...args)) }) },
  )
  const refused = await app.inject(readerPath('free'))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
  expect(await reader.service.findPublicManifest('free')).toBeUndefined()
  isFull = false
  await expect.poll(async () => (await app.inject(readerPath('free'))).statusCode, { timeout: 10_000 }).toBe(200)
})

test('a site that shuts down during an import returns a retry time and logs no error', async () => {
  const renderer = createPdfRenderer()
  const { reader, logged } = await openTestReader(
    { free: printedPdf(Array.from({ length: 400 }, () => ['A page'])) },
    { renderer },
  )
  const refused = [reader.editions.importEdition('free', 'idle'), reader.prepare('paid', eightPages)].map((work) =>
    work.catch((error: unknown) => error),
  )
  await reader.stop()
  await renderer.close()
  for (const refusal of await Promise.all(refused)) {
    expect(refusal).toMatchObject({
      code: 'unavailable',
      message: 'site.errors.stopping',
      retryAfterSeconds: 3,
    })
  }
  expect(logged).toEqual([])
})

test("the owner's edition stays current, though the content folder has an older PDF at the next start", async () => {
  const first = await openTestReader({ free: eightPages })
  await first.reader.editions.importEdition('free')
  const published = await first.reader.publish('free', printedPdf([['Second edition']]))
  const next = await openTestReader({ free: eightPages }, { joins: true })
  expect((await next.reader.editions.importEdition('free')).name).toBe(published.name)
  expect((await next.reader.editions.current('free')).name).toBe(published.name)
  // An unknown PDF is imported.
  const later = await openTestReader({ free: printedPdf([['Third edition']]) }, { joins: true })
  expect((await later.reader.editions.importEdition('free')).name).not.toBe(published.name)
})

test('a new edition is visible at once in the publishing process, and soon after in others', async () => {
  const noticed = { here: 0, there: 0 }
  const here = await openTestReader({ free: eightPages }, { onNewEdition: () => (noticed.here += 1) })
  await here.reader.editions.importEdition('free')
  const there = await openTestReader({ free: eightPages }, { joins: true, onNewEdition: () => (noticed.there += 1) })
  there.reader.start({ isImporting: false, isPrerendering: false })
  await expect.poll(() => noticed.there, { timeout: 10_000 }).toBe(1)
  const before = noticed.here
  await here.reader.publish('free', printedPdf([['New']]))
  expect(noticed.here).toBe(before + 1)
  await expect.poll(() => noticed.there, { timeout: 10_000 }).toBe(2)
}, 30_000)

test('when two processes import the same books concurrently, each book has one current edition', async () => {
  const first = await openTestReader({ free: eightPages, paid: eightPages })
  const second = await openTestReader({ free: eightPages, paid: printedPdf([['Another']]) }, { joins: true })
  const both = [first, second].flatMap(({ reader }) =>
    ['free', 'paid', 'free'].map((book) => reader.editions.importEdition(book)),
  )
  await Promise.all(both)
  const { rows } = await first.database.pool.query(
    'SELECT book_id, count(*)::int AS n FROM book_editions WHERE is_current GROUP BY 1 ORDER BY 1',
  )
  expect(rows).toEqual([
    { book_id: 'free', n: 1 },
    { book_id: 'paid', n: 1 },
  ])
})

test('time in the queue does not count as rendering time, and background imports pause between pages', async () => {
  const real = createPdfRenderer()
  onTestFinished(() => real.close())
  const urgencies: (string | undefined)[] = []
  const renderer: PdfRenderer = {
    ...real,
    drawPage: (source, page, width, urgency) => {
      urgencies.push(urgency)
      // A visitor begins to wait here.
      if (urgencies.length === 2) void reader.editions.importEdition('free')
      return real.drawPage(source, page, width, urgency)
    },
  }
  const { reader } = await openTestReader({ free: eightPages }, { renderer })
  await reader.editions.importEdition('free', 'idle')
  expect(urgencies).toEqual(['idle', 'idle', 'soon', 'soon', 'soon', 'soon', 'soon', 'soon'])

  // A renderer that reports a duration of minutes.
  const slow: PdfRenderer = {
    ...real,
    drawPage: (source, ...rest) => {
      source.onWorked?.(100_000)
      return real.drawPage(source, ...rest)
    },
  }
  const other = await openTestReader({ free: printedPdf([['1'], ['2'], ['3']]) }, { renderer: slow })
  await expect(other.reader.editions.importEdition('free')).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(/take too long to render/),
  })
}, 60_000)

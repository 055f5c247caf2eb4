import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { pageImagePath, pageTextPath, type ReaderManifest, readerPath, searchPath } from '#features/reader/contract.ts'
import { eightPages, ownerCookie, printedPdf, testReaders } from './test-reader.ts'

const openTestReader = testReaders()
const anotherPdf = printedPdf(Array.from({ length: 8 }, (_, page) => [`Another page ${page + 1}`]))
type Opened = Awaited<ReturnType<typeof openTestReader>>

/** Renderers keep open documents, so each host has one of its own. */
function freshRenderer() {
  const renderer = createPdfRenderer({ threads: 1 })
  onTestFinished(() => renderer.close())
  return renderer
}

const manifestOf = async ({ app }: Opened, id: string) => (await app.inject(readerPath(id))).json<ReaderManifest>()

test('a second host without the files of the first makes them again from its content folder', async () => {
  const first = await openTestReader({ free: eightPages, paid: anotherPdf })
  for (const id of ['free', 'paid']) await first.reader.editions.current(id)
  const second = await openTestReader(
    { free: eightPages, paid: anotherPdf },
    { joins: true, renderer: freshRenderer() },
  )
  for (const id of ['free', 'paid']) {
    const { edition, totalPages } = await manifestOf(second, id)
    expect(totalPages).toBe(8)
    for (const path of [pageImagePath(id, edition, 7, 408), pageTextPath(id, edition, 7)])
      expect((await second.app.inject({ url: path, headers: ownerCookie })).statusCode, path).toBe(200)
    const found = await second.app.inject({ url: `${searchPath(id)}?q=page`, headers: ownerCookie })
    expect(found.statusCode).toBe(200)
    expect(await second.storage.list(`editions/${id}/`)).toHaveLength(1)
  }
})

test('a book is imported at startup if its row exists but its file is missing', async () => {
  const first = await openTestReader({ free: eightPages })
  const { storageKey, name } = await first.reader.editions.current('free')
  await first.storage.delete(storageKey)
  expect((await first.reader.editions.importEdition('free')).name).toBe(name)
  expect(await first.storage.stat(storageKey)).toBeDefined()
})

test('derived files that are lost are made again', async () => {
  const { reader, app, storage } = await openTestReader({ free: eightPages })
  const { name } = await reader.editions.current('free')
  const path = pageImagePath('free', name, 3, 408)
  const before = await app.inject(path)
  await reader.pages.settle()
  for (const key of await storage.list('pages/')) await storage.delete(key)
  expect((await app.inject(pageImagePath('free', name, 3, 816))).statusCode).toBe(200)
  const restarted = await openTestReader(
    { free: eightPages },
    { joins: true, change: () => storage, renderer: freshRenderer() },
  )
  const after = await restarted.app.inject(path)
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
})

test('an original that is lost everywhere answers 503 with the reason, and files derived from it stay', async () => {
  const { reader, app, storage, contentDir } = await openTestReader({ free: eightPages })
  const published = await reader.publish('free', printedPdf([['Only here'], ['and gone']]))
  const known = pageImagePath('free', published.name, 1, 408)
  expect((await app.inject(known)).statusCode).toBe(200)
  await reader.pages.settle()
  await storage.delete(published.storageKey)
  await rm(join(contentDir, 'free'), { recursive: true })
  expect((await app.inject(known)).statusCode).toBe(200)
  const reply = await openTestReader(
    { free: eightPages },
    { joins: true, change: () => storage, renderer: freshRenderer() },
  ).then((next) => next.app.inject(pageImagePath('free', published.name, 2, 816)))
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('3600')
  expect(reply.json<{ detail: string }>().detail).toBe(
    'The file of this book is missing on our server. We have been notified; please try again later.',
  )
})

import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/open-database.ts'
import { testFolder } from '#platform/database/test-folder.ts'
import { pageImagePath, pageTextPath, type ReaderManifest, readerPath } from '#features/reader/contract.ts'
import { buyBook, linksMailedTo } from '#tests/support/buy-book.ts'
import { plainRequest } from '#tests/support/plain-request.ts'
import { startSite } from '#tests/support/site.ts'
import { makeSiteFolder, withOneTrack, withShortBooks } from '#tests/support/site-folder.ts'

const root = join(import.meta.dirname, '../..')
const bookId = 'swade-real-ai-music'

test("on PGlite with the site's tables a visitor signs up, buys a book and reads past its preview, and all of it is stored", async () => {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  const dataDir = join(folder, 'data')
  const log = { info: () => {}, warn: () => {} }
  // A folder stays with the database that created it, so no setting is needed.
  const open = () => openDatabase({ dataDir, migrationsDir: join(root, 'db/migrations'), log, prefer: 'pglite' })
  await (await open()).close()
  const content = makeSiteFolder({ ...withOneTrack, ...withShortBooks })
  onTestFinished(content.remove)
  const site = await startSite({ dataDir, folder: content.folder })
  onTestFinished(site.stop)
  expect(site.printed()).toContain('PGlite')

  const signedUp = await fetch(`${site.origin}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@pglite.example' }),
  })
  expect(signedUp.status).toBe(200)
  const { cookie } = await buyBook(site.origin, bookId, 'buyer@pglite.example')
  expect(await linksMailedTo(site, 'buyer@pglite.example')).toHaveLength(1)

  const read = (path: string, headers = {}) => plainRequest(site.origin, path, { headers })
  // On a busy machine the import of the book continues after the time limit of a request.
  const opened = async () => (await read(readerPath(bookId), { cookie })).status
  await expect.poll(opened, { timeout: 90_000 }).toBe(200)
  const manifest = JSON.parse((await read(readerPath(bookId), { cookie })).body.toString()) as ReaderManifest
  expect(manifest.access).toBe('owned')
  for (const path of [pageImagePath(bookId, manifest.edition, 6, 408), pageTextPath(bookId, manifest.edition, 6)]) {
    expect([path, (await read(path)).status, (await read(path, { cookie })).status]).toEqual([path, 402, 200])
  }

  await site.stop()
  const database = await open()
  onTestFinished(() => database.close())
  expect(database.kind).toBe('pglite')
  const { rows } = await database.pool.query(
    `select (select count(*)::int from subscribers where email = 'reader@pglite.example') as readers,
            (select string_agg(state::text, ',') from orders) as orders`,
  )
  expect(rows).toEqual([{ readers: 1, orders: 'fulfilled' }])
})

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longPdf } from '#platform/pdf/test-pdfs.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { BookForm } from '#features/books/admin.ts'
import { pageTextPath, type ReaderManifest } from '#features/reader/contract.ts'
import { bookUploadPath, draftPagePath, draftRecordingPath, draftWaveformPath } from '#features/books/constants.ts'

const actor = 'owner@swade.example'
const narration = resolve(import.meta.dirname, '../../../../content/books/indie-music-ai-guide-2/narration')
let site: TestSite
let cookie: string

beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadPageHandles })
  cookie = await ownerCookie(site)
}, 60_000)
afterAll(() => site?.close())

async function upload(
  id: string,
  what: 'pdf' | 'cover' | 'narration',
  file: Buffer,
  headers: Record<string, string> = {},
  place = '',
) {
  const form = new FormData()
  if (place) form.append('place', place)
  form.append('file', new Blob([new Uint8Array(file)]), '../../evil.pdf')
  const { body, type } = await encoded(form)
  return site.app.inject({
    method: 'POST',
    url: bookUploadPath(id, what),
    headers: { cookie, 'origin': ownOrigin, 'content-type': type, ...headers },
    payload: body,
  })
}

async function encoded(form: FormData): Promise<{ body: Buffer; type: string }> {
  const response = new Response(form)
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type')! }
}

const form: BookForm = {
  title: 'Nine Quiet Machines',
  subtitle: 'A field guide',
  description: 'What they do at night.',
  author: 'Swade',
  category: 'Music',
  price: '4.50',
  isFree: false,
  previewPages: '2',
  published: '2026-11-21',
  coverImage: '',
  coverAlt: '',
  artwork: { material: '', ground: '', ink: '', density: '', frame: '' },
  excerpt: 'It hums.',
  contents: 'One\nTwo',
  edition: '',
  readBy: '',
  quality: '',
  previewFile: '',
  chapters: [],
}

async function publish(id: string, changed: Partial<BookForm>) {
  const { booksAdmin } = site.services
  const { version: seenVersion } = (await booksAdmin.find(id))!
  return booksAdmin.save(id, { ...form, ...changed }, 'publish', { actor, seenVersion })
}

/** Creates a draft with a PDF of a few pages, which is fully checked: rendered, read, watermarked and previewed. */
async function newBook(title: string, pages = 3): Promise<{ id: string; edition: string }> {
  const id = await site.services.booksAdmin.create({ title, id: '' }, actor)
  const reply = await upload(id, 'pdf', longPdf(pages))
  return { id, edition: reply.json<{ edition: string }>().edition }
}

/** A book for several tests, each of which publishes it again. */
function sharedBook(title: string) {
  let book: ReturnType<typeof newBook> | undefined
  return () => (book ??= newBook(title))
}
const soldBook = sharedBook('Quiet Two')
const editedBook = sharedBook('Quiet Seven')

const text = async (id: string, page: number, headers = {}) => {
  const manifest = await site.app.inject({ url: `/api/reader/${id}`, headers })
  if (manifest.statusCode !== 200) return manifest.statusCode
  return (await site.app.inject({ url: pageTextPath(id, manifest.json<ReaderManifest>().edition, page), headers }))
    .statusCode
}

test('a draft is visible to the owner only; published, its preview has the configured length everywhere', async () => {
  const { id, edition } = await newBook('Quiet One', 6)
  expect(id).toBe('quiet-one')
  for (const url of [
    `/api/reader/${id}`,
    `/api/reader/${id}/${edition}/pages/1-204.webp`,
    `/api/books/${id}/pdf`,
    draftPagePath(id, edition, 1),
  ]) {
    expect([url, (await site.app.inject(url)).statusCode]).toEqual([url, url.startsWith('/api/owner') ? 401 : 404])
  }
  const page = await site.app.inject({ url: draftPagePath(id, edition, 1), headers: { cookie } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(site.services.books.list().some((book) => book.id === id)).toBe(false)

  expect(await publish(id, { edition })).toBeUndefined()
  expect(site.services.books.find(id)).toMatchObject({ priceCents: 450, pages: 6, previewPages: 2 })
  expect([await text(id, 2), await text(id, 3)]).toEqual([200, 402])
  expect((await site.app.inject(`/api/reader/${id}`)).json()).toMatchObject({ readablePages: 2, totalPages: 6 })
  const preview = await site.app.inject(`/api/books/${id}/pdf`)
  expect([preview.statusCode, preview.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="${id}-preview.pdf"`,
  ])
  expect(await publish(id, { edition, previewPages: '4' })).toBeUndefined()
  expect([await text(id, 4), await text(id, 5)]).toEqual([200, 402])
  expect((await site.app.inject(`/api/books/${id}/pdf`)).headers['etag']).not.toBe(preview.headers['etag'])
  expect((await site.app.inject('/sitemap.xml')).body).toContain(`/book/${id}<`)
}, 60_000)

test('buyers keep a book that was removed from the library, and nobody else can find or buy it', async () => {
  const { id, edition } = await soldBook()
  await publish(id, { edition })
  const buy = () =>
    site.app.inject({
      method: 'POST',
      url: '/api/books/checkout',
      headers: { origin: ownOrigin },
      payload: { book_id: id, origin_url: ownOrigin, consent: true },
    })
  const started = await buy()
  const buyer = { cookie: String(started.headers['set-cookie']).split(';')[0]! }
  // An open checkout keeps its price, although the catalogue has a new one.
  await publish(id, { edition, price: '6.25' })
  expect(site.services.books.find(id)?.priceCents).toBe(625)
  const session = started.json<{ url: string }>().url.split('/').at(-1)!
  expect(await site.services.testCheckout!.find(session)).toMatchObject({ amountCents: 450 })
  await site.services.testCheckout!.pay(session, { email: 'ann@example.com', webhook: 'now' })
  await expect.poll(() => text(id, 3, buyer), { timeout: 10_000 }).toBe(200)

  const { version: seenVersion } = (await site.services.booksAdmin.find(id))!
  await site.services.booksAdmin.unpublish(id, { actor, seenVersion })
  expect([await text(id, 1), await text(id, 3, buyer)]).toEqual([404, 200])
  expect((await buy()).statusCode).toBe(404)
  for (const url of [`/api/books/${id}/access`, `/api/books/${id}/pdf`, `/media/books/${id}.pdf`]) {
    expect([
      url,
      (await site.app.inject(url)).statusCode,
      (await site.app.inject({ url, headers: buyer })).statusCode,
    ]).toEqual([url, 404, 200])
  }
  expect(await site.services.reader.canReadAll(buyer.cookie, id)).toBe(true)
  expect(await site.services.reader.canReadAll(undefined, id)).toBe(false)
}, 60_000)

test('a payment in progress while a book is removed from the library still delivers it', async () => {
  const { id, edition } = await soldBook()
  await publish(id, { edition })
  const started = await site.app.inject({
    method: 'POST',
    url: '/api/books/checkout',
    headers: { origin: ownOrigin },
    payload: { book_id: id, origin_url: ownOrigin, consent: true },
  })
  const buyer = { cookie: String(started.headers['set-cookie']).split(';')[0]! }
  const session = started.json<{ url: string }>().url.split('/').at(-1)!
  await site.services.booksAdmin.unpublish(id, {
    actor,
    seenVersion: (await site.services.booksAdmin.find(id))!.version,
  })
  await site.services.testCheckout!.pay(session, { email: 'bea@example.com', webhook: 'now' })
  await expect.poll(() => text(id, 3, buyer), { timeout: 10_000 }).toBe(200)
  expect(await text(id, 1)).toBe(404)
}, 60_000)

test('a chapter’s recording is stored unchanged, playable by the owner at once and by buyers after publication', async () => {
  const { id, edition } = await newBook('Quiet Three', 4)
  const mp3 = readFileSync(join(narration, 'preview.mp3'))
  const reply = await upload(id, 'narration', mp3)
  const { file, durationSeconds } = reply.json<{ file: string; durationSeconds: number }>()
  expect([reply.statusCode, Math.round(durationSeconds)]).toEqual([200, 86])
  const recording = await site.app.inject({
    url: draftRecordingPath(id, file),
    headers: { cookie, range: 'bytes=0-99' },
  })
  expect([recording.statusCode, recording.rawPayload.equals(mp3.subarray(0, 100))]).toEqual([206, true])
  expect((await site.app.inject(`/media/books/${id}/${file}`)).statusCode).toBe(404)
  const outline = await site.app.inject({ url: draftWaveformPath(id, file), headers: { cookie } })
  expect([outline.headers['cache-control'], outline.json<{ peaks: number[] }>().peaks.length]).toEqual([
    'private, no-store',
    240,
  ])
  expect((await site.app.inject({ url: draftWaveformPath(id, '01.mp3'), headers: { cookie } })).statusCode).toBe(404)
  expect((await site.app.inject(draftWaveformPath(id, file))).statusCode).toBe(401)

  const chapters = [{ title: 'One', file, firstPage: '3' }]
  expect(await publish(id, { edition, chapters })).toEqual({ readBy: expect.any(String), quality: expect.any(String) })
  expect(
    await publish(id, { edition, chapters, readBy: 'A synthetic voice', quality: 'MP3', price: '', isFree: true }),
  ).toBeUndefined()
  expect(site.services.books.find(id)?.audioChapters).toEqual([{ title: 'One', file, firstPage: 3, durationSeconds }])
  for (const url of [`/media/books/${id}/${file}`, `/api/pdf/audio-proxy?url=/media/books/${id}/${file}`]) {
    const sent = await site.app.inject({ url, headers: { range: 'bytes=-10' } })
    expect([url, sent.statusCode, sent.headers['content-type'], sent.rawPayload.equals(mp3.subarray(-10))]).toEqual([
      url,
      206,
      'audio/mpeg',
      true,
    ])
  }
  const waveform = await site.app.inject(`/media/books/${id}/${file}/waveform.json`)
  expect(waveform.json<{ peaks: number[] }>().peaks).toHaveLength(240)
  const map = await site.app.inject(`/api/reader/${id}/read-along`)
  expect(map.json().chapters).toEqual([{ file, firstPage: 3, lastPage: 4, paragraphs: [] }])
  // Once the book has a price, only buyers can listen.
  await publish(id, { edition, chapters, readBy: 'A synthetic voice', quality: 'MP3' })
  expect((await site.app.inject(`/media/books/${id}/${file}`)).statusCode).toBe(402)
  expect((await site.app.inject(`/api/reader/${id}/read-along`)).json().chapters).toEqual([])
}, 60_000)

test('files of the wrong kind are rejected with a sentence, and nothing is stored', async () => {
  const id = await site.services.booksAdmin.create({ title: 'Quiet Four', id: '' }, actor)
  const png = (width: number, height: number, background = '#7a3b1d') =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1300"><script>alert(1)</script></svg>',
  )
  const frames = await sharp([await png(800, 1100), await png(800, 1100, '#1d3b7a')], { join: { animated: true } })
    .webp()
    .toBuffer()
  const cases: ['pdf' | 'cover' | 'narration', Buffer, RegExp][] = [
    ['pdf', Buffer.from('GIF89a'.repeat(300)), /^This file is not a PDF\.$/],
    ['pdf', longPdf(3).subarray(0, 400), /damaged or incomplete/],
    ['pdf', Buffer.alloc(0), /file is empty/],
    ['cover', svg, /Unsupported image type/],
    ['cover', await png(739, 1300), /739 by 1300 pixels. A cover needs at least 740 by 1050/],
    ['cover', frames, /Use a still image/],
    ['cover', (await png(900, 1300)).subarray(0, 600), /damaged or incomplete/],
    ['narration', Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000'), /no MP3/],
    ['narration', longPdf(2), /PDF/],
  ]
  for (const [what, file, message] of cases) {
    const reply = await upload(id, what, file)
    expect([what, reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
      what,
      400,
      expect.stringMatching(message),
    ])
  }
  const tooLarge = await upload(id, 'cover', Buffer.alloc(21 * 1024 * 1024))
  expect([tooLarge.statusCode, tooLarge.json().message]).toEqual([413, 'This file is larger than 20 MB.'])
  const asForm = await upload(id, 'cover', svg, { accept: 'text/html,*/*' })
  expect([asForm.statusCode, asForm.headers['location']]).toEqual([
    303,
    expect.stringMatching(/^\/admin\/books\/quiet-four\?refused=Unsupported%20image/),
  ])
  const toNoChapter = await upload(
    id,
    'narration',
    readFileSync(join(narration, 'preview.mp3')),
    { accept: 'text/html' },
    '7',
  )
  expect(toNoChapter.headers['location']).toMatch(/refused=This%20chapter%20no%20longer%20exists/)
  expect((await upload(id, 'cover', await png(900, 1300), { cookie: '' })).statusCode).toBe(401)
  expect((await upload(id, 'cover', await png(900, 1300), { origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await upload('no-such-book', 'cover', await png(900, 1300))).statusCode).toBe(404)
  const uploaded = await upload(id, 'cover', await png(900, 1300))
  const { coverImage } = uploaded.json<{ coverImage: string }>()
  const cover = await site.app.inject(coverImage)
  expect([cover.statusCode, cover.headers['content-type'], (await sharp(cover.rawPayload).metadata()).width]).toEqual([
    200,
    'image/webp',
    740,
  ])
  await upload(id, 'pdf', longPdf(2), { accept: 'text/html' })
  expect((await site.services.booksAdmin.find(id))?.book).toMatchObject({
    pages: 2,
    edition: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
}, 60_000)

test('history restores an earlier version as a draft, two windows cannot overwrite each other, and only an unpublished draft can be deleted', async () => {
  const { booksAdmin } = site.services
  const { id, edition } = await newBook('Quiet Five')
  await publish(id, { edition, subtitle: 'First' })
  const before = (await booksAdmin.find(id))!
  await publish(id, { edition, subtitle: 'Second' })
  await expect(booksAdmin.save(id, form, 'publish', { actor, seenVersion: before.version })).rejects.toMatchObject({
    code: 'conflict',
  })
  const now = (await booksAdmin.find(id))!
  expect(now.revisions.map(({ status }) => status)).toEqual(['published', 'published', 'not published'])
  await booksAdmin.restore(id, before.revisions[0]!.revision, { actor, seenVersion: now.version })
  expect((await booksAdmin.find(id))!.book.subtitle).toBe('First')
  expect(site.services.books.find(id)?.subtitle).toBe('Second')
  const drafted = (await booksAdmin.find(id))!
  expect(drafted.canRemove).toBe(false)
  await expect(booksAdmin.remove(id, { actor, seenVersion: drafted.version })).rejects.toMatchObject({
    code: 'conflict',
  })
  await booksAdmin.discard(id, { actor, seenVersion: drafted.version })

  const mere = await booksAdmin.create({ title: 'Never Mind', id: 'never-mind' }, actor)
  await expect(booksAdmin.create({ title: 'Never Mind', id: 'never-mind' }, actor)).rejects.toMatchObject({
    code: 'conflict',
  })
  for (const bad of ['new', 'Never Mind', '../x', 'a--b', 'x'.repeat(61)]) {
    await expect(booksAdmin.create({ title: 'T', id: bad }, actor)).rejects.toMatchObject({ code: 'invalid-input' })
  }
  await booksAdmin.remove(mere, { actor, seenVersion: (await booksAdmin.find(mere))!.version })
  expect(await booksAdmin.find(mere)).toBeUndefined()
  // Its address is available again, typed or proposed from the title.
  expect(await booksAdmin.create({ title: 'Never Mind', id: '' }, actor)).toBe(mere)
  expect((await booksAdmin.find(mere))!.revisions[1]).toMatchObject({
    status: 'deleted',
    title: 'The book was deleted',
  })
  expect(booksAdmin.proposeId('Ça ira: Nine “Quiet” Machines!')).toBe('ca-ira-nine-quiet-machines')
  expect(booksAdmin.proposeId('Quiet Five')).toBe('quiet-five-2')
})

test('of two windows that save at the same time one gets a conflict, whatever they change', async () => {
  const { booksAdmin } = site.services
  const { id, edition } = await editedBook()
  await publish(id, { edition })
  const at = async (...acts: ((seenVersion: string) => Promise<unknown>)[]) => {
    const { version: seenVersion } = (await booksAdmin.find(id))!
    const ends = await Promise.allSettled(acts.map((act) => act(seenVersion)))
    return ends.map((end) => (end.status === 'rejected' ? (end.reason as { code: string }).code : 'done')).toSorted()
  }
  const save = (subtitle: string, how: 'draft' | 'publish') => (seenVersion: string) =>
    booksAdmin.save(id, { ...form, edition, subtitle }, how, { actor, seenVersion })
  expect(await at(save('One', 'draft'), save('Two', 'draft'))).toEqual(['conflict', 'done'])
  expect(await at(save('Three', 'draft'), save('Four', 'publish'))).toEqual(['conflict', 'done'])
  await booksAdmin.save(id, { ...form, edition, subtitle: 'Five' }, 'draft', {
    actor,
    seenVersion: (await booksAdmin.find(id))!.version,
  })
  expect(await at((seenVersion) => booksAdmin.discard(id, { actor, seenVersion }), save('Six', 'draft'))).toEqual([
    'conflict',
    'done',
  ])
})

test('unpublishing a book keeps its draft', async () => {
  const { booksAdmin } = site.services
  const { id, edition } = await editedBook()
  await publish(id, { edition })
  const act = async () => ({ actor, seenVersion: (await booksAdmin.find(id))!.version })
  await booksAdmin.save(id, { ...form, edition, subtitle: 'Not finished' }, 'draft', await act())
  await booksAdmin.unpublish(id, await act())
  const { book, isPublished, draftSavedAt } = (await booksAdmin.find(id))!
  expect([book.subtitle, isPublished, draftSavedAt !== undefined]).toEqual(['Not finished', false, true])
})

test("the library has the owner's order, and every action is logged", async () => {
  const { booksAdmin, books, auditLog } = site.services
  const [first, second] = books.list().map(({ id }) => id)
  await booksAdmin.move(second!, 1, actor)
  expect(
    books
      .list()
      .map(({ id }) => id)
      .slice(0, 2),
  ).toEqual([second, first])
  await booksAdmin.move(second!, 2, actor)
  expect(books.list()[0]?.id).toBe(first)
  const { books: found } = await booksAdmin.list('QUIET', 1)
  expect(found.length).toBeGreaterThanOrEqual(4)
  expect((await auditLog.list('book:quiet-five')).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['book.create', 'book.pdf', 'book.publish', 'book.restore']),
  )
})

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveArtDirection } from '#shared/art-direction.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { ownerCookie } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { BookForm } from '#features/books/admin.ts'
import { formFromBook } from '#features/books/ui/admin/editor/editor-form.ts'

const id = 'ai-fun-profit'
const actor = 'owner@swade.example'
const noArtwork = { material: '', ground: '', ink: '', density: '', frame: '' }
const chosen = { material: 'ink', ground: ' #F4EFE4', ink: '#1D2A6B', density: 'even', frame: 'plate' }
let site: TestSite
let cookie: string

beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadPageHandles })
  cookie = await ownerCookie(site)
}, 60_000)
afterAll(() => site?.close())

async function save(artwork: BookForm['artwork']) {
  const { booksAdmin } = site.services
  const { book, version: seenVersion } = (await booksAdmin.find(id))!
  return booksAdmin.save(id, { ...formFromBook(book), artwork }, 'publish', { actor, seenVersion })
}

const keyOf = () => site.services.figureKeys().match(new RegExp(`(?:^| )${id}:([0-9a-f]{8})`))?.[1]
const caching = async (key = '') => (await site.app.inject(`/figures/${id}.square.160.${key}`)).headers['cache-control']

test('a saved art direction changes the address of the cover, and cleared fields restore the default', async () => {
  const shipped = keyOf()
  expect(await save(chosen)).toBeUndefined()
  expect(site.services.books.find(id)?.artwork).toEqual({ ...chosen, ground: '#f4efe4', ink: '#1d2a6b' })
  const edited = keyOf()
  expect(edited).not.toBe(shipped)
  expect(await caching(edited)).toContain('immutable')
  expect(await caching(shipped)).toBe('public, max-age=60')
  expect(formFromBook((await site.services.booksAdmin.find(id))!.book).artwork).toMatchObject({ ink: '#1d2a6b' })

  expect(await save(noArtwork)).toBeUndefined()
  expect(site.services.books.find(id)?.artwork).toEqual(deriveArtDirection(id, 'engraving'))
  expect(formFromBook((await site.services.booksAdmin.find(id))!.book).artwork).toEqual(noArtwork)
}, 60_000)

test('an art direction that is incomplete or hard to read is rejected with the fields to change', async () => {
  const before = site.services.books.find(id)?.artwork
  const refusals: [Partial<BookForm['artwork']>, string[]][] = [
    [{ ink: '#b0a890' }, ['artwork.ink']],
    [{ ground: 'red', ink: '' }, ['artwork.ground', 'artwork.ink']],
    [{ material: '', density: 'dense' }, ['artwork.density', 'artwork.material']],
  ]
  for (const [change, fields] of refusals)
    expect(Object.keys((await save({ ...chosen, ...change })) ?? {}).toSorted()).toEqual(fields)
  expect((await save({ ...chosen, ink: '#b0a890' }))?.['artwork.ink']).toContain('at least 4.5 to 1')
  expect(site.services.books.find(id)?.artwork).toEqual(before)
})

test('only the owner can preview an art direction before it is saved', async () => {
  const address = (query: Record<string, string>) =>
    `/api/owner/artwork-preview?${new URLSearchParams(query).toString()}`
  const parts = { slug: id, ...chosen, ground: '#f4efe4', ink: '#1d2a6b' }
  const read = (query: Record<string, string>, headers = {}) =>
    site.app.inject({ url: address(query), headers: { cookie, ...headers } })
  const drawn = await read(parts)
  expect(drawn.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=3600' })
  expect(await sharp(drawn.rawPayload).metadata()).toMatchObject({ width: 320, height: 320 })
  const [asArtist, asBook] = [await read({ slug: id, of: 'artist' }), await read({ slug: id, of: 'book' })]
  expect([asArtist.statusCode, asBook.statusCode]).toEqual([200, 200])
  expect(asArtist.rawPayload.equals(asBook.rawPayload)).toBe(false)

  const wrongQueries: Record<string, string>[] = [
    { ...parts, ink: '#b0a890' },
    { ...parts, material: 'glitter' },
    { ...parts, slug: '../secret' },
    { ...parts, width: '9000' },
    { slug: id },
    { slug: id, of: 'token' },
  ]
  for (const wrong of wrongQueries) expect((await read(wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
  expect((await read(parts, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await site.app.inject(address(parts))).statusCode).toBe(401)
}, 60_000)

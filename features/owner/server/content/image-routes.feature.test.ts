import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharp } from '#platform/sharp.ts'
import { imageUploadPath } from '#shared/image-address.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const actor = 'owner@swade.example'
let site: TestSite
let cookie: string
let photo: Buffer

beforeAll(async () => {
  site = await buildTestSite()
  cookie = await ownerCookie(site)
  photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3070c0' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
}, 120_000)
afterAll(() => site?.close())

async function send(
  [kind, key]: readonly [string, string],
  bytes: Buffer,
  { accept = 'application/json', path = 'image', headers = { cookie } as Record<string, string> } = {},
) {
  const form = new FormData()
  form.append('path', path)
  form.append('file', new Blob([new Uint8Array(bytes)]), '../../x.svg')
  const request = new Response(form)
  return site.app.inject({
    method: 'POST',
    url: imageUploadPath(kind, key),
    headers: { accept, 'origin': ownOrigin, 'content-type': request.headers.get('content-type')!, ...headers },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

const platform = () => site.services.platforms.list()[0]!

test('an uploaded image is re-encoded, immutable, available to other sites, and shown once its entry is published', async () => {
  const { id } = platform()
  const reply = await send(['platform', id], photo)
  expect(reply.statusCode).toBe(200)
  const { value } = reply.json<{ value: string }>()
  for (const address of [value, value.replace('.webp', '-480.webp'), value.replace('.webp', '-960.webp')]) {
    const image = await site.app.inject(address)
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('immutable'),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(image.rawPayload.includes('a secret place')).toBe(false)
  }
  const entry = await site.services.contentAdmin.find('platform', id)
  const data = { ...(entry!.published as Record<string, unknown>), image: value, imageAlt: 'Three people at a desk' }
  const at = { kind: 'platform', key: id, actor, revision: undefined }
  expect(await site.services.contentAdmin.publish({ ...at, data })).toEqual({ ok: true })
  expect(site.services.platforms.cards()[0]).toMatchObject({ image: value, imageAlt: 'Three people at a desk' })
  expect(await site.storage.list('incoming/')).toEqual([])
})

test('an image that is not stored, or is on another site, is not published', async () => {
  const { id } = site.services.platforms.list()[1]!
  const entry = await site.services.contentAdmin.find('platform', id)
  const publish = (image: string) =>
    site.services.contentAdmin.publish({
      kind: 'platform',
      key: id,
      actor,
      revision: undefined,
      data: { ...(entry!.published as Record<string, unknown>), image },
    })
  for (const image of [`/media/images/${'0'.repeat(32)}.webp`, 'https://images.example/a.webp', '/media/images/../a'])
    expect(await publish(image)).toMatchObject({ ok: false, problems: [{ path: expect.stringContaining('image') }] })
})

test('without JavaScript the image is in the draft of its entry, or in the form of the collection', async () => {
  const { id } = platform()
  const sent = await send(['platform', id], photo, { accept: 'text/html' })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `/admin/content/platform/${id}?done=sent`])
  const draft = (await site.services.contentAdmin.find('platform', id))?.draft?.data
  expect(draft).toMatchObject({ image: expect.stringMatching(/^\/media\/images\/[0-9a-f]{32}\.webp$/) })
  const { slug } = site.services.market.list()[0]!
  const collection = await send(['collection', slug], photo, { accept: 'text/html' })
  const back = new URL(collection.headers.location!, 'http://a')
  expect([back.pathname, back.searchParams.get('edit')]).toEqual(['/admin/collections', slug])
  expect(back.searchParams.get('image')).toMatch(/^\/media\/images\//)
  const refused = await send(['platform', id], Buffer.from('<svg/>'), { accept: 'text/html' })
  expect(decodeURIComponent(refused.headers.location!)).toContain('refused=Unsupported image type')
})

test('a collection shows its image, and a form without a new image keeps it', async () => {
  const { collectionAdmin, market } = site.services
  const { value } = (await send(['collection', 'new'], photo)).json<{ value: string }>()
  const { slug, revision, name, description } = collectionAdmin.list()[0]!
  const form = { name, slug, description, artistSlug: '', minted: '1', supply: '2', status: 'active', url: '' }
  const saved = await collectionAdmin.save(slug, { ...form, image: value, imageAlt: ' A  plate ' }, { revision }, actor)
  const found = () => market.list().find((one) => one.slug === slug)
  expect(found()).toMatchObject({ image: value, imageAlt: 'A plate' })
  await collectionAdmin.save(slug, { ...form, minted: '2' }, saved as { revision: number }, actor)
  expect(found()).toMatchObject({ image: value, minted: 2 })
  const wrong = await collectionAdmin.save(slug, { ...form, image: 'https://evil.example/a.png' }, { revision }, actor)
  expect(wrong).toMatchObject({ ok: false, problems: { image: expect.any(String) } })
})

test.each([
  ['a drawing that runs script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 400],
  ['more than 15 MB', Buffer.alloc(15 * 1024 * 1024 + 1), 413],
  ['nothing', Buffer.alloc(0), 400],
])('%s is rejected and leaves no files', async (_name, bytes, status) => {
  const before = await site.storage.list('images/')
  expect((await send(['platform', platform().id], bytes)).statusCode).toBe(status)
  expect(await site.storage.list('images/')).toEqual(before)
  expect(await site.storage.list('incoming/')).toEqual([])
})

test('strangers cannot upload, and unknown image names are not found', async () => {
  expect((await send(['platform', platform().id], photo, { headers: {} })).statusCode).toBe(401)
  for (const name of ['x.webp', `${'0'.repeat(32)}.webp`, `${'0'.repeat(32)}.png`, '..%2fsecret.webp'])
    expect((await site.app.inject(`/media/images/${name}`)).statusCode).toBe(404)
})

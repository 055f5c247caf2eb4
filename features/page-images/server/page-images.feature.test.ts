import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharp } from '#platform/sharp.ts'
import { imageUploadPath } from '#shared/image-address.ts'
import { readPages } from '#server/site-pages.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { writeTestIssue } from '#tests/support/test-issues.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const root = resolve(import.meta.dirname, '../../..')
const actor = 'owner@swade.example'
let site: TestSite
let cookie: string
const content = () => site.services.contentAdmin

beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadPageHandles })
  cookie = await ownerCookie(site)
}, 120_000)
afterAll(() => site?.close())

/** Uploads an image of one color for an entry, optionally without JavaScript. Returns its address, or the redirect. */
async function upload(kind: string, key: string, { isForm = false, background = '#3070c0' } = {}): Promise<string> {
  const photo = await sharp({ create: { width: 400, height: 330, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('path', 'image')
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.png')
  const request = new Response(form)
  const reply = await site.app.inject({
    method: 'POST',
    url: imageUploadPath(kind, key),
    headers: {
      'accept': isForm ? 'text/html' : 'application/json',
      cookie,
      'origin': ownOrigin,
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return isForm ? String(reply.headers.location) : reply.json<{ value: string }>().value
}

async function publish(kind: string, key: string, change: Record<string, unknown>) {
  const entry = await content().find(kind, key)
  return content().publish({
    kind,
    key,
    actor,
    revision: entry?.revision,
    data: { ...(entry?.published as Record<string, unknown>), ...change },
  })
}

test('a page without an image is labeled as showing generated artwork, before an image is set and after a reset', async () => {
  const stateOf = async () =>
    (await content().overview()).find(({ kind }) => kind === 'page-image')?.entries.find(({ key }) => key === 'market')
      ?.state
  expect(await stateOf()).toBe('artwork')
  await publish('page-image', 'market', {})
  expect(await stateOf(), 'published without an image').toBe('artwork')
  await publish('page-image', 'market', { imageAlt: 'A description of no image' })
  expect(await stateOf(), 'published with a description only').toBe('artwork')
  await publish('page-image', 'market', { image: await upload('page-image', 'market') })
  expect(await stateOf()).toBe('edited')
  const entry = (await content().find('page-image', 'market'))!
  expect(await content().reset({ kind: 'page-image', key: 'market', actor, revision: entry.revision })).toEqual({
    ok: true,
  })
  expect(await stateOf()).toBe('artwork')
  expect((await content().find('artist', 'luma-swade'))?.state).toBe('files')
})

type Pictured = { image?: string | undefined; imageAlt?: string | undefined } | undefined
const entries: [kind: string, key: string, shown: () => Pictured][] = [
  ['token', 'SWDZ', () => site.services.tokens.list()[0]],
  ['milestone', 'first-record', () => site.services.journey.milestones()[0]],
  ['era', '1983-1993', () => site.services.journey.eras()[0]],
  ['issue-image', 'the-first', () => site.services.issueArchive.find('the-first')],
  [
    'page-image',
    'virtual-world',
    () => {
      const { image, alt } = site.services.pageImages.shown()['virtual-world'] ?? {}
      return image ? { image, imageAlt: alt } : undefined
    },
  ],
]

test.each(entries)(
  'an image of a %s is uploaded, shown with its description, and removed',
  async (kind, known, shown) => {
    await writeTestIssue(site.database, { slug: 'the-first' }).catch(() => undefined)
    await site.issues.archive.checkNow()
    const kinds = await content().overview()
    const keys = kinds.find((one) => one.kind === kind)!.entries.map((entry) => entry.key)
    const key = keys.includes(known) ? known : keys[0]!
    const image = await upload(kind, key)
    expect(await publish(kind, key, { image, imageAlt: 'Two people and a tape machine' })).toEqual({ ok: true })
    expect(shown()).toMatchObject({ image, imageAlt: 'Two people and a tape machine' })
    expect((await site.app.inject(image)).statusCode).toBe(200)
    expect(await publish(kind, key, { image: '' })).toEqual({ ok: true })
    expect(shown()?.image ?? '').toBe('')
    for (const wrong of [`/media/images/${'0'.repeat(32)}.webp`, 'https://images.example/a.webp', '/etc/passwd'])
      expect(await publish(kind, key, { image: wrong })).toMatchObject({ ok: false, problems: [{ path: 'image' }] })
    expect(await upload(kind, key, { isForm: true })).toBe(`/admin/content/${kind}/${key}?done=sent`)
    expect((await content().find(kind, key))?.draft?.data).toMatchObject({ image })
  },
)

test('a preview shows the draft of a page image, which visitors do not see until it is published', async () => {
  const image = await upload('page-image', 'tokens')
  await content().saveDraft({ kind: 'page-image', key: 'tokens', actor, data: { image, imageAlt: '' } })
  expect(site.services.pageImages.shown()['tokens']).toBeUndefined()
  const preview = await content().preview('page-image', 'tokens')
  expect(preview.pageImages?.shown()['tokens']).toEqual({ image, alt: '' })
})

test('the player for other sites shows the image of the station', async () => {
  const artwork = async () => /<img[^>]*src="([^"]+)"/.exec((await site.app.inject('/embed/radio')).body)?.[1]
  expect(await artwork()).toMatch(/^\/figures\/swade\./)
  const image = await upload('page-image', 'swade')
  await publish('page-image', 'swade', { image })
  expect(await artwork()).toBe(image)
})

test('a sent issue keeps its image when its deliveries change, and a page of an unknown issue has none', async () => {
  const image = await upload('issue-image', 'the-first')
  await publish('issue-image', 'the-first', { image, imageAlt: 'A letter' })
  await writeTestIssue(site.database, { slug: 'the-second' })
  await site.issues.archive.checkNow()
  expect(site.services.issueArchive.list().find(({ slug }) => slug === 'the-first')).toMatchObject({ image })
  expect(await site.services.issueArchive.read('the-first')).toMatchObject({ image, imageAlt: 'A letter' })
  expect(site.services.issueArchive.find('the-second')?.image).toBeUndefined()
  expect(await content().find('issue-image', 'no-such-issue')).toBeUndefined()
})

test('every place is artwork that the site draws, on a page that exists', async () => {
  const places = site.collect('artworkPlaces').flat()
  expect(new Set(places.map(({ slug }) => slug)).size).toBe(places.length)
  const pages = readPages(await loadPageHandles(), site.services)
  const isDrawn = (slug: string) => pages.isFigure(slug) || site.collect('isFigure').some((isFigure) => isFigure(slug))
  for (const { slug, path } of places) {
    expect(isDrawn(slug), slug).toBe(true)
    expect(path === '/not-found' || pages.isPage(path.split('#')[0]!), path).toBe(true)
  }
})

/** Pages of the admin, and the error page, which must not depend on stored data. */
const withoutPlace = ['admin', 'error']

test('the artwork of every public page is a place', async () => {
  const places = site.collect('artworkPlaces').flatMap((list) => list.map(({ slug }) => slug))
  const used = new Set<string>()
  for await (const file of glob(['app/*.tsx', 'features/*/ui/**/*.tsx'], { cwd: root })) {
    const source = await readFile(join(root, file), 'utf8')
    for (const [, slug] of source.matchAll(/<(?:PageHero|NoticePage|Backdrop)\b[^>]*?\b(?:figure|slug)="([^"]+)"/g))
      used.add(slug!)
  }
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((slug) => !places.includes(slug) && !withoutPlace.includes(slug))).toEqual([])
})

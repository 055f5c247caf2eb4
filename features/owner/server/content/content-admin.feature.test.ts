import { beforeAll, afterAll, expect, test } from 'vitest'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

// The data is invalid on purpose, so its shape is not typed.
// oxlint-disable-next-line typescript/no-explicit-any
type Entry = Record<string, any>

const actor = 'owner@swade.example'
const luma = { kind: 'artist', key: 'luma-swade', actor }

let site: TestSite
beforeAll(async () => void (site = await buildTestSite({ pageBuild: loadPageHandles })))
afterAll(() => site.close())

const contentAdmin = () => site.services.contentAdmin

async function entryOf(kind: string, key: string) {
  const entry = await contentAdmin().find(kind, key)
  if (!entry) throw new Error(`there is no ${kind} ${key}`)
  return { ...entry, data: structuredClone((entry.draft?.data ?? entry.published) as Entry) }
}

/** Publishes the entry as modified by `change`, based on the newest edit. */
async function publish(kind: string, key: string, change: (data: Entry) => void) {
  const { data, revision } = await entryOf(kind, key)
  change(data)
  return contentAdmin().publish({ kind, key, actor, revision, data })
}

test('a published edit appears right away in the list, on the page, in llms.txt and on the share image', async () => {
  const before = await site.app.inject('/share/artist/luma-swade.png')
  expect(
    await publish('artist', 'luma-swade', (data) =>
      Object.assign(data, { name: 'Luma Anew', tagline: 'Brighter still.' }),
    ),
  ).toEqual({
    ok: true,
  })
  expect(site.services.artists.find('luma-swade')).toMatchObject({ name: 'Luma Anew', tagline: 'Brighter still.' })
  expect(site.services.artists.list().map(({ name }) => name)).toContain('Luma Anew')
  expect((await site.app.inject('/llms.txt')).body).toContain('[Luma Anew]')
  const after = await site.app.inject({
    url: '/share/artist/luma-swade.png',
    headers: { 'if-none-match': String(before.headers.etag) },
  })
  expect(after.statusCode).toBe(200)
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect((await site.services.auditLog.list('artist:luma-swade'))[0]).toMatchObject({
    action: 'content.publish',
    actor,
  })
})

test('the history shows the author, content and time of each change, and restores versions', async () => {
  const { history, revision } = await entryOf('artist', 'luma-swade')
  expect(history[0]).toMatchObject({ action: 'save', actor })
  expect(history[0]!.changes).toEqual([
    { label: 'Name', before: 'Luma Swade', after: 'Luma Anew' },
    { label: 'Tagline', before: expect.stringContaining('Bright arpeggios'), after: 'Brighter still.' },
  ])
  expect(await publish('artist', 'luma-swade', (data) => Object.assign(data, { name: 'Luma Again' }))).toEqual({
    ok: true,
  })
  const now = await entryOf('artist', 'luma-swade')
  expect(await contentAdmin().restore({ ...luma, revision: now.revision, restored: revision! })).toEqual({ ok: true })
  expect(site.services.artists.find('luma-swade')?.name).toBe('Luma Anew')
  expect(await contentAdmin().reset({ ...luma, revision: (await entryOf('artist', 'luma-swade')).revision })).toEqual({
    ok: true,
  })
  expect(site.services.artists.find('luma-swade')?.name).toBe('Luma Swade')
  expect((await entryOf('artist', 'luma-swade')).state).toBe('files')
})

test('changes name platforms and uploads, whose ids and addresses tell nothing', async () => {
  const place = { kind: 'platform', key: 'downbeat' }
  const { published } = await entryOf(place.kind, place.key)
  const { related } = published as { related: string[] }
  const [first, other] = site.services.platforms
    .list()
    .filter(({ id }) => id === related[0] || (id !== place.key && !related.includes(id)))
    .toSorted((a, b) => related.indexOf(b.id) - related.indexOf(a.id))
  const data = { ...(published as Entry), related: [other!.id, ...related.slice(1)], image: '/media/images/0.webp' }
  await contentAdmin().saveDraft({ ...place, actor, data })
  expect((await entryOf(place.kind, place.key)).draftChanges).toEqual([
    { label: 'Image', before: '', after: 'New file' },
    {
      label: 'Related platforms',
      before: expect.stringContaining(first!.name),
      after: expect.stringContaining(other!.name),
    },
  ])
  await contentAdmin().discardDraft({ ...place, actor })
})

test('a draft appears in the preview only', async () => {
  const { data } = await entryOf('artist', 'luma-swade')
  await contentAdmin().saveDraft({ ...luma, data: { ...data, name: 'Drafted' } })
  expect(site.services.artists.find('luma-swade')?.name).toBe('Luma Swade')
  const over = await contentAdmin().preview('artist', 'luma-swade')
  expect(over.artists?.find('luma-swade')?.name).toBe('Drafted')
  expect(over.artists?.list()).toHaveLength(11)
  await contentAdmin().saveDraft({ ...luma, data: { ...data, name: '' } })
  await expect(contentAdmin().preview('artist', 'luma-swade')).rejects.toMatchObject({ code: 'invalid-input' })
  await contentAdmin().discardDraft(luma)
  expect((await entryOf('artist', 'luma-swade')).draft).toBeUndefined()
})

test('an edit in a second window is a conflict and does not overwrite the first', async () => {
  const { data, revision } = await entryOf('token', 'SWDZ')
  const write = (tagline: string) =>
    contentAdmin().publish({ kind: 'token', key: 'SWDZ', actor, revision, data: { ...data, tagline } })
  expect(await write('One.')).toEqual({ ok: true })
  expect(await write('Two.')).toEqual({ ok: false, reason: 'conflict' })
  expect(site.services.tokens.list()[0]?.tagline).toBe('One.')
})

test('a draft saved in another window is neither deleted nor overwritten by a change that has not seen it', async () => {
  const at = { kind: 'token', key: 'SWDX', actor }
  const { data, revision } = await entryOf(at.kind, at.key)
  const unseen = { ...at, revision, seenDraft: { savedAt: undefined } }
  await contentAdmin().saveDraft({ ...at, data: { ...data, tagline: 'Drafted.' } })
  expect(await contentAdmin().publish({ ...unseen, data })).toEqual({ ok: false, reason: 'conflict' })
  expect(await contentAdmin().reset(unseen)).toEqual({ ok: false, reason: 'conflict' })
  await expect(contentAdmin().saveDraft({ ...at, data, over: unseen })).rejects.toMatchObject({ code: 'conflict' })
  await expect(contentAdmin().discardDraft(unseen)).rejects.toMatchObject({ code: 'conflict' })
  const { draft } = await entryOf(at.kind, at.key)
  expect(draft?.data).toMatchObject({ tagline: 'Drafted.' })
  const seen = { ...unseen, seenDraft: { savedAt: draft!.savedAt } }
  expect(await contentAdmin().publish({ ...seen, data })).toEqual({ ok: true })
  expect((await entryOf(at.kind, at.key)).draft).toBeUndefined()
})

test('values filled in concurrently all stay in the draft', async () => {
  const at = { kind: 'token', key: 'SWDX', actor }
  const values = Object.entries({ tagline: 'Filled.', name: 'Filled name', description: 'Filled text.' })
  await Promise.all(values.map(([path, value]) => contentAdmin().fillDraft({ ...at, values: [{ path, value }] })))
  expect((await entryOf(at.kind, at.key)).draft?.data).toMatchObject(Object.fromEntries(values))
  await contentAdmin().discardDraft(at)
})

test('an artist is added with an address derived from the name, listed everywhere, removed and restored', async () => {
  const created = await contentAdmin().create({ kind: 'artist', name: 'Zoë & the Öther Swade', actor })
  expect(created).toEqual({ ok: true, key: 'zoe-the-other-swade' })
  const at = { kind: 'artist', key: 'zoe-the-other-swade', actor }
  expect(site.services.artists.find(at.key)).toBeUndefined()
  expect((await entryOf(at.kind, at.key)).state).toBe('new')
  expect(await contentAdmin().create({ kind: 'artist', name: 'zoe the other', actor })).toMatchObject({ ok: false })
  const refused = await publish(at.kind, at.key, () => {})
  expect(refused).toMatchObject({
    ok: false,
    problems: expect.arrayContaining([{ path: 'tagline', message: 'This field is required.' }]),
  })
  const whole = { genres: ['Dub'], tagline: 'New here.', description: 'Made by hand.' }
  expect(await publish(at.kind, at.key, (data) => Object.assign(data, whole))).toEqual({ ok: true })
  expect(site.services.artists.list().at(-1)).toMatchObject({ slug: at.key, name: 'Zoë & the Öther Swade' })
  expect((await site.app.inject('/sitemap.xml')).body).toContain(`/artist/${at.key}</loc>`)
  const { revision } = await entryOf(at.kind, at.key)
  expect(await contentAdmin().remove({ ...at, revision })).toEqual({ ok: true })
  expect(site.services.artists.list()).toHaveLength(11)
  expect((await site.app.inject('/sitemap.xml')).body).not.toContain(at.key)
  const removed = await entryOf(at.kind, at.key)
  expect(removed.state).toBe('removed')
  expect(await contentAdmin().restore({ ...at, revision: removed.revision, restored: revision! })).toEqual({ ok: true })
  expect(site.services.artists.find(at.key)?.tagline).toBe('New here.')
})

test.each([
  ['platform', 'downbeat', (data: Entry) => (data.related = ['token-lathe', 'nowhere']), 'related.1'],
  ['platform', 'downbeat', (data: Entry) => (data.related = ['downbeat', 'token-lathe']), 'related.0'],
  ['platform', 'downbeat', (data: Entry) => (data.category = 'Radio'), 'category'],
  ['platform', 'downbeat', (data: Entry) => (data.icon = 'floppy-disk-9'), 'icon'],
  ['platform', 'downbeat', (data: Entry) => (data.url = 'javascript:alert(1)'), 'url'],
  ['platform', 'downbeat', (data: Entry) => (data.url = 'http://plain.example'), 'url'],
  ['artist', 'luma-swade', (data: Entry) => (data.featuredTrack.file = 'gone.mp3'), 'featuredTrack.file'],
  ['artist', 'luma-swade', (data: Entry) => (data.featuredTrack.file = `${'0'.repeat(32)}.mp3`), 'featuredTrack.file'],
  ['artist', 'luma-swade', (data: Entry) => (data.videos[0].file = '../../book.pdf'), 'videos.0.file'],
  ['artist', 'luma-swade', (data: Entry) => (data.image = `/media/artists/nova-swade/${'0'.repeat(32)}.webp`), 'image'],
  ['artist', 'luma-swade', (data: Entry) => (data.tagline = 'x'.repeat(100_000)), 'tagline'],
  ['artist', 'luma-swade', (data: Entry) => (data.name = 'evil\u202egnp.exe'), 'name'],
  ['artist', 'luma-swade', (data: Entry) => (data.genres = []), 'genres'],
  ['artist', 'luma-swade', (data: Entry) => (data.order = 'first'), 'order'],
  ['legal', 'terms', (data: Entry) => (data.lead = 'Read [this](javascript:alert(1)).'), 'lead'],
  ['legal', 'terms', (data: Entry) => (data.sections[1].id = data.sections[0].id), 'sections'],
  ['token', 'SWDZ', (data: Entry) => (data.tagline = ' '), 'tagline'],
  ['token', 'SWDZ', (data: Entry) => (data.uses = ['one']), 'uses'],
])('%s %s is rejected at its field %#', async (kind, key, change, path) => {
  const outcome = await publish(kind, key, change)
  if (outcome.ok || outcome.reason !== 'problems') throw new Error(`expected problems: ${JSON.stringify(outcome)}`)
  expect(outcome.problems.map((problem) => problem.path)).toContain(path)
  for (const { message } of outcome.problems) expect(message).toMatch(/^[A-Z].*[.?]$/s)
})

test('script in a text is shown as text, and no form can change an address', async () => {
  const { data, revision } = await entryOf('token', 'SWDX')
  const words = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  expect(
    await contentAdmin().publish({
      kind: 'token',
      key: 'SWDX',
      actor,
      revision,
      data: { ...data, symbol: 'SWDZ', tagline: words },
    }),
  ).toEqual({
    ok: true,
  })
  expect(site.services.tokens.list().at(-1)).toMatchObject({ symbol: 'SWDX', tagline: words })
  expect(site.services.tokens.list()).toHaveLength(2)
})

test('platforms and tokens cannot be added or removed, and unknown entries cannot be written', async () => {
  await expect(contentAdmin().create({ kind: 'platform', name: 'New', actor })).rejects.toMatchObject({
    code: 'not-found',
  })
  for (const [kind, key] of [
    ['platform', 'downbeat'],
    ['token', 'SWDZ'],
  ] as const) {
    await expect(contentAdmin().remove({ kind, key, actor, revision: undefined })).rejects.toMatchObject({
      code: 'not-found',
    })
  }
  await expect(
    contentAdmin().publish({ kind: 'token', key: 'SWDY', actor, revision: undefined, data: {} }),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(contentAdmin().saveDraft({ kind: 'nothing', key: 'x', actor, data: {} })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await contentAdmin().find('nothing', 'x')).toBeUndefined()
})

test('the overview marks edited entries and drafts', async () => {
  const kinds = await contentAdmin().overview()
  const offered = site.collect('editable').flatMap((list) => list.map(({ kind }) => kind))
  expect(kinds.map(({ kind }) => kind)).toEqual(offered)
  expect(offered).toEqual(expect.arrayContaining(['artist', 'platform', 'venue-event', 'token', 'legal']))
  const tokens = kinds.find(({ kind }) => kind === 'token')!.entries
  expect(tokens).toHaveLength(2)
  expect(tokens[0]).toMatchObject({ key: 'SWDZ', state: 'edited', edited: { actor } })
  expect(kinds.find(({ kind }) => kind === 'platform')!.entries[1]).toMatchObject({ state: 'files' })
})

test('only the owner can open the preview', async () => {
  const reply = await site.app.inject('/api/owner/content/preview/artist/luma-swade')
  expect(reply.statusCode).toBe(401)
  expect(reply.headers['cache-control']).toBe('no-store')
  const sent = await site.app.inject({
    method: 'POST',
    url: '/api/owner/content/artists/luma-swade/image',
    headers: { origin: 'http://localhost:3000' },
  })
  expect(sent.statusCode).toBe(401)
})

import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseRssFeed } from 'feedsmith'
import { parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audioSource } from '#shared/audio-address.ts'
import { ownerCookie } from '#tests/support/sign-in-owner.ts'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { type Artist, artistMediaPath } from '#features/artists/contract.ts'

const origin = 'https://swade.example'
const actor = 'owner@swade.example'
const slug = 'luma-swade'
const folder = resolve(import.meta.dirname, '../../../content/artists')
const cover = `/media/images/${'a'.repeat(32)}.webp`

/** Saved recordings of other artists, three of which are used in the list. */
let saved: { file: string; durationSeconds: number }[]
let site: TestSite
const artist = () => site.services.artists.find(slug)!
const keyOf = (file: string) => file.replace('.mp3', '')
const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers: { host: 'swade.example', ...headers } })

async function publish(change: Partial<Artist>) {
  const { contentAdmin } = site.services
  const entry = (await contentAdmin.find('artist', slug))!
  const data = { ...(entry.published as Artist), ...change }
  return contentAdmin.publish({ kind: 'artist', key: slug, actor, revision: entry.revision, data })
}

beforeAll(async () => {
  site = await buildTestSite({ environment: { PUBLIC_ORIGIN: origin }, pageBuild: loadSourcePages })
  const songs = readdirSync(folder).flatMap((name) =>
    name === slug
      ? []
      : readdirSync(resolve(folder, name)).flatMap((file) => (file.endsWith('.mp3') ? [`${name}/${file}`] : [])),
  )
  saved = []
  for (const song of songs.slice(0, 3))
    saved.push(await site.services.artistFiles.saveTrack(slug, resolve(folder, song)))
  const [one, two, three] = saved
  await site.storage.put(`images/${'a'.repeat(32)}.webp`, Buffer.from('a cover'), { contentType: 'image/webp' })
  const outcome = await publish({
    tracks: [
      { title: 'Second & first', ...one!, cover },
      { title: 'Unheard', ...two!, isHidden: true },
      { title: 'Third', ...three! },
    ],
  })
  expect(outcome).toEqual({ ok: true })
}, 120_000)
afterAll(() => site?.close())

test('the page lists the published tracks in the order of the owner, the featured one first, in both languages', async () => {
  for (const [path, heading] of [
    [`/artist/${slug}`, 'Tracks'],
    [`/es/artist/${slug}`, 'Pistas'],
  ]) {
    const { body } = await get(path!)
    const ids = [...body.matchAll(/<li id="(track:[^"]+)"/g)].map(([, id]) => id)
    const files = [artist().featuredTrack!.file, saved[0]!.file, saved[2]!.file]
    expect(ids).toEqual(files.map((file) => `track:${keyOf(file)}`))
    expect(body).toContain(`>${heading}</h2>`)
    expect(body).toContain(cover)
    expect(body).not.toContain('Unheard')
    expect(body).not.toContain(keyOf(saved[1]!.file))
  }
})

test('an artist with no tracks besides the featured one has no list', async () => {
  const other = site.services.artists
    .list()
    .find((one) => one.slug !== slug && site.services.artists.find(one.slug)?.featuredTrack)!
  expect((await get(`/artist/${other.slug}`)).body).not.toContain('id="tracks"')
})

test('the structured data lists every track with an address where it can be played', async () => {
  const { body } = await get(`/artist/${slug}`)
  const [, json = ''] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(body) ?? []
  const data = JSON.parse(json) as { '@graph'?: Data[] } & Data
  type Data = {
    '@type': string
    'track': { 'name': string; '@id': string; 'duration': string; 'audio': { contentUrl: string } }[]
  }
  const group = (data['@graph'] ?? [data]).find((one) => one['@type'] === 'MusicGroup')!
  expect(group.track.map(({ name }) => name)).toEqual([artist().featuredTrack!.title, 'Second & first', 'Third'])
  expect(new Set(group.track.map((track) => track['@id'])).size).toBe(3)
  for (const { audio, duration } of group.track) {
    const sound = await get(audio.contentUrl.slice(origin.length), { range: 'bytes=0-9' })
    expect([sound.statusCode, sound.headers['content-type'], duration]).toEqual([
      206,
      'audio/mpeg',
      expect.stringMatching(/^PT/),
    ])
  }
})

test('only the owner can play a hidden track and one of a draft', async () => {
  const draft = await site.services.artistFiles.saveTrack(
    'vesper-swade',
    resolve(folder, slug, artist().featuredTrack!.file),
  )
  const cookie = await ownerCookie(site, origin)
  for (const path of [artistMediaPath(slug, saved[1]!.file), artistMediaPath('vesper-swade', draft.file)]) {
    const getAudio = (headers: Record<string, string>) => get(audioSource(path), headers)
    expect((await getAudio({})).statusCode).toBe(400)
    expect((await getAudio({ cookie: `${cookie}x` })).statusCode).toBe(400)
    const { statusCode, headers } = await getAudio({ cookie })
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'audio/mpeg',
      'private, no-store',
    ])
  }
  // A file that never existed is not found for the owner either.
  const lost = artistMediaPath(slug, `${'0'.repeat(32)}.mp3`)
  expect((await get(audioSource(lost), { cookie })).statusCode).toBe(404)
})

test('a published track can be played on the page and on other sites; a hidden one cannot be played by visitors', async () => {
  const proxied = (file: string) => get(`/api/pdf/audio-proxy?url=${encodeURIComponent(artistMediaPath(slug, file))}`)
  expect((await proxied(saved[0]!.file)).statusCode).toBe(200)
  expect((await proxied(saved[1]!.file)).statusCode).toBe(400)
  expect((await get(artistMediaPath(slug, saved[0]!.file))).statusCode).toBe(200)
  for (const path of [
    artistMediaPath(slug, saved[1]!.file),
    `/artist/${slug}/tracks/${saved[1]!.file}`,
    `/embed/track/${slug}/${keyOf(saved[1]!.file)}`,
    `/api/v1/tracks/track:${slug}:${keyOf(saved[1]!.file)}`,
    `/artist/${slug}/tracks/nothing.mp3`,
    `/artist/${slug}/tracks/..%2f..%2fsecret.mp3`,
  ])
    expect((await get(path)).statusCode, path).toBe(404)
})

test('the feed has every track with its size, and featuring another one creates no new item', async () => {
  const itemsOf = async () => parseRssFeed((await get(`/artist/${slug}/feed.xml`)).body).items ?? []
  const before = await itemsOf()
  const sounds = before.flatMap(({ enclosures = [] }) => enclosures)
  expect(sounds.length).toBe(3)
  for (const { url, length } of sounds) {
    const { headers } = await site.app.inject({ url: url!.slice(origin.length), method: 'HEAD' })
    expect([Number(headers['content-length']), headers['cross-origin-resource-policy']]).toEqual([
      length,
      'cross-origin',
    ])
  }
  const stored = artist()
  const [first, ...others] = stored.tracks!
  const { isHidden: _, ...track } = first!
  await publish({ featuredTrack: track, tracks: [stored.featuredTrack!, ...others] })
  expect((await get(`/artist/${slug}`)).body).toContain(`Play ${'Second &amp; first'}`)
  const guids = (items: typeof before) => items.map(({ guid }) => guid?.value).toSorted()
  expect(guids(await itemsOf())).toEqual(guids(before))
  // Earlier addresses still lead to the same recording.
  expect((await get(`/api/v1/tracks/track:${slug}:${keyOf(first!.file)}`)).json()).toMatchObject({
    id: `track:${slug}`,
    title: 'Second & first',
    isFeatured: true,
  })
  expect((await get(`/embed/track/${slug}/${keyOf(first!.file)}`)).body).toContain('Second &amp; first')
  await publish({ featuredTrack: stored.featuredTrack, tracks: stored.tracks })
})

test('the API lists the tracks of an artist, and all of them', async () => {
  const { trackIds } = (await get(`/api/v1/artists/${slug}`)).json()
  const own = (await get(`/api/v1/tracks?artist=${slug}`)).json()
  expect(own.data.map(({ id }: { id: string }) => id)).toEqual(trackIds)
  expect(trackIds).toEqual([`track:${slug}`, ...[0, 2].map((index) => `track:${slug}:${keyOf(saved[index]!.file)}`)])
  const [, second] = own.data
  expect(second).toMatchObject({ isFeatured: false, artworkUrl: origin + cover, genre: artist().genres[0] })
  expect((await get(second.audioUrl.slice(origin.length))).statusCode).toBe(200)
  expect((await get(second.embedUrl.slice(origin.length))).statusCode).toBe(200)
  expect((await get('/api/v1/tracks?artist=nobody-swade')).json()).toMatchObject({ data: [], total: 0 })
  expect((await get('/api/v1/tracks?limit=100')).json().total).toBeGreaterThan(own.total)
})

test('a link to a track becomes its player through oEmbed', async () => {
  const key = keyOf(saved[0]!.file)
  for (const page of [
    `/artist/${slug}#track:${key}`,
    `/es/artist/${slug}#track:${key}`,
    `/embed/track/${slug}/${key}`,
  ]) {
    const reply = await get(`/oembed?url=${encodeURIComponent(origin + page)}`)
    expect(reply.json(), page).toMatchObject({
      title: `Second & first${page.startsWith('/es') ? ', de' : ' by'} ${artist().name}`,
    })
    const [frame] = parseDocument(reply.json().html).children as { attribs: Record<string, string> }[]
    const { body } = await get(frame!.attribs['src']!.slice(origin.length))
    expect(body, page).toContain(`src="/artist/${slug}/tracks/${key}.mp3"`)
    expect(body, page).toContain(`/artist/${slug}#track:${key}`)
  }
  for (const page of [`/artist/${slug}#track:gone`, `/embed/track/${slug}/gone`, `/embed/track/${slug}/a/b`])
    expect((await get(`/oembed?url=${encodeURIComponent(origin + page)}`)).statusCode, page).toBe(404)
  const other = await get(`/oembed?url=${encodeURIComponent(`${origin}/artist/${slug}#videos`)}`)
  expect(other.json().title).toBe(`${artist().featuredTrack!.title} by ${artist().name}`)
})

test('plays are counted for each track', async () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await get(`/artist/${slug}/tracks/${saved[2]!.file}`, browser)
  await site.app.inject({
    url: `/artist/${slug}/tracks/${saved[2]!.file}`,
    headers: browser,
    remoteAddress: '203.0.113.7',
  })
  await site.statistics.saveNow()
  const { plays } = await site.services.statistics.report(7)
  expect(plays.find(({ key }) => key === artistMediaPath(slug, saved[2]!.file))).toMatchObject({
    title: `${artist().name} – Third`,
    href: `/artist/${slug}`,
  })
})

test.each([
  ['the same recording twice', () => [saved[0]!, saved[0]!], 'tracks.1.file', /same recording as track 1/],
  ['the featured recording', () => [artist().featuredTrack!], 'tracks.0.file', /already the featured track/],
  ['a missing file', () => [{ file: `${'b'.repeat(32)}.mp3`, durationSeconds: 9 }], 'tracks.0.file', /“T” is missing/],
  [
    'a cover of another artist',
    () => [{ ...saved[0]!, cover: cover.replace('images', 'artists/atlas-swade') }],
    'tracks.0.cover',
    /not uploaded for this artist/,
  ],
  [
    'a missing cover',
    () => [{ ...saved[0]!, cover: `/media/images/${'0'.repeat(32)}.webp` }],
    'tracks.0.cover',
    /image is missing/,
  ],
  [
    'a cover on another site',
    () => [{ ...saved[0]!, cover: 'https://evil.example/a.webp' }],
    'tracks.0.cover',
    /Upload an image/,
  ],
  ['more than 500 tracks', () => Array.from({ length: 501 }, () => saved[0]!), 'tracks', /500/],
] as const)('a list with %s is rejected at its field', async (_name, tracks, path, message) => {
  const outcome = await publish({ tracks: tracks().map((track) => ({ ...track, title: 'T' })) })
  expect(outcome).toMatchObject({ ok: false, reason: 'problems' })
  const problem = 'problems' in outcome ? outcome.problems.find((one) => one.path === path) : undefined
  expect(problem?.message).toMatch(message)
})

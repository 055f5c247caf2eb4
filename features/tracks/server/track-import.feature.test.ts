import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharp } from '#platform/sharp.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  type AddedTrack,
  knownTrackPath,
  trackAudioPath,
  trackUploadPath,
  type TrackUploadReply,
} from '#features/tracks/contract.ts'
import { soundFrom, taggedTrack } from './test-tracks.ts'

const actor = 'owner@swade.example'
let site: TestSite
let cookie: string
let cover: Buffer

beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadPageHandles })
  cookie = await ownerCookie(site)
  cover = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#c05020' } })
    .jpeg()
    .toBuffer()
}, 120_000)
afterAll(() => site?.close())

type Part = readonly [name: string, bytes: Buffer]

const boundary = 'a-boundary-of-ours'
const bodyOf = (parts: readonly Part[], end = `--${boundary}--\r\n`) =>
  Buffer.concat([
    ...parts.flatMap(([name, bytes]) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])

const send = (payload: Buffer, accept = 'application/json', headers: Record<string, string> = { cookie }) =>
  site.app.inject({
    method: 'POST',
    url: trackUploadPath,
    headers: { accept, 'origin': ownOrigin, 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload,
  })

async function upload(...parts: Part[]) {
  const reply = await send(bodyOf(parts))
  expect(reply.statusCode).toBe(200)
  return reply.json<TrackUploadReply>().files
}

const waiting = async () => (await site.services.trackImport.waiting(1)).tracks
const find = async (title: string) => (await waiting()).find((track) => track.title === title)!
const sent = (sound: Buffer, texts: Record<string, string>) => taggedTrack(sound, texts)

test('tags and cover are read, and the artist is matched to the roster', async () => {
  const texts = { TIT2: 'Ñandú – Søn', TPE1: 'luma  SWADE', TALB: 'LP', TDRC: '2026-03-01', TBPM: '127', TCON: 'House' }
  const file = taggedTrack(soundFrom(400), texts, cover)
  expect(await upload(['a.mp3', file])).toMatchObject([{ result: 'imported', title: 'Ñandú – Søn', notes: [] }])
  const track = await find('Ñandú – Søn')
  expect(track).toMatchObject({
    album: 'LP',
    year: 2026,
    bpm: 127,
    rosterArtist: { slug: 'luma-swade' },
    fileName: 'a.mp3',
  })
  expect(track.durationSeconds).toBeCloseTo(8.1, 1)
  const image = await site.app.inject(track.cover)
  expect(image.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect((await sharp(image.rawPayload).metadata()).width).toBe(400)
  const sound = await site.app.inject({ url: trackAudioPath(track.id), headers: { cookie, range: 'bytes=0-2' } })
  expect([sound.statusCode, sound.body]).toEqual([206, 'ID3'])
  expect((await site.app.inject(trackAudioPath(track.id))).statusCode).toBe(401)
})

test('the same bytes are imported once, whatever their name, and are detected before they are sent', async () => {
  const file = sent(soundFrom(800), { TIT2: 'Once' })
  expect(await upload(['one.mp3', file], ['two.mp3', file])).toMatchObject([
    { result: 'imported' },
    { result: 'known', title: 'Once', place: 'imported track' },
  ])
  const track = await find('Once')
  const sha256 = createHash('sha256').update(file).digest('hex')
  const checkHash = (hash: string) => site.app.inject({ url: `${knownTrackPath}?sha256=${hash}`, headers: { cookie } })
  expect((await checkHash(sha256)).json().known).toEqual({
    title: 'Once',
    place: 'imported track',
    href: `/admin/tracks#${track.id}`,
  })
  expect((await checkHash('0'.repeat(64))).json().known).toBeUndefined()
  expect((await checkHash('no-hash')).statusCode).toBe(400)
  expect((await site.storage.list('tracks/')).length).toBe((await waiting()).length)
})

test('two uploads of the same file at the same time become one track', async () => {
  const file = sent(soundFrom(1200), { TIT2: 'At once' })
  const results = (await Promise.all([upload(['a.mp3', file]), upload(['a.mp3', file])])).flat()
  expect(results.map(({ result }) => result).toSorted()).toEqual(['imported', 'known'])
})

test.each([
  ['notes.txt', Buffer.from('text'), 415, /Only MP3/],
  ['empty.mp3', Buffer.alloc(0), 400, /empty/],
  ['page.mp3', Buffer.from('<!doctype html><p>'.repeat(3000)), 400, /web page/],
  ['short.mp3', soundFrom(400, 100), 400, /too short/],
  ['large.mp3', Buffer.alloc(21 * 1024 * 1024), 413, /larger than 20 MB/],
])('%s is rejected with its reason and leaves nothing', async (name, bytes, status, message) => {
  const before = await site.storage.list('tracks/')
  const reply = await send(bodyOf([[name, bytes]]))
  expect([reply.statusCode, reply.json().message]).toEqual([status, expect.stringMatching(message)])
  expect(await site.storage.list('tracks/')).toEqual(before)
})

test('a rejected file does not affect the others, and a form without script shows it', async () => {
  const files = [
    ['x.mp3', Buffer.from('no sound')],
    ['after.mp3', sent(soundFrom(1600), { TIT2: 'After a refusal' })],
  ] as const
  const reply = await send(bodyOf(files), 'text/html')
  expect(reply.statusCode).toBe(303)
  const search = new URL(reply.headers.location!, 'http://a').searchParams
  expect([search.get('imported'), search.get('refused')]).toEqual(['1', expect.stringMatching(/^x\.mp3: /)])
  expect(await find('After a refusal')).toBeDefined()
})

test('the redirect of a form fits into the headers of a proxy, whatever the names of the files', async () => {
  const name = (index: number) => `${index} ${'夜のバス'.repeat(20)}.mp3`
  const files = Array.from({ length: 20 }, (_, index) => [name(index), Buffer.from('no sound')] as const)
  const { headers } = await send(bodyOf(files), 'text/html')
  expect(headers.location!.length).toBeLessThan(2_200)
  const refused = new URL(headers.location!, 'http://a').searchParams.getAll('refused')
  expect(refused[0]).toMatch(/^0 夜のバス.*: /)
  expect(refused.at(-1)).toBe(`${20 - (refused.length - 1)} more files were refused.`)
})

test('a truncated form keeps the files that were complete, and nothing of the rest', async () => {
  const whole = bodyOf([
    ['1.mp3', sent(soundFrom(2000), { TIT2: 'Finished' })],
    ['2.mp3', sent(soundFrom(2300), { TIT2: 'Cut off' })],
  ])
  const reply = await send(whole.subarray(0, whole.length - 60_000))
  expect(reply.statusCode).toBe(400)
  expect(await find('Finished')).toBeDefined()
  expect(await find('Cut off')).toBeUndefined()
  expect((await site.storage.list('tracks/')).length).toBe((await waiting()).length)
})

test('an unusable cover is reported, and the recording is imported', async () => {
  const file = taggedTrack(soundFrom(2600), { TIT2: 'Odd cover' }, Buffer.from('<svg onload="alert(1)"/>'))
  const [outcome] = await upload(['odd.mp3', file])
  expect(outcome).toMatchObject({
    result: 'imported',
    notes: [expect.stringContaining('cover image in the tags was not imported')],
  })
  expect((await find('Odd cover')).cover).toBe('')
})

test('a corrected track is added to the station with its cover and artist, is converted there, and can be removed again', async () => {
  const { trackImport, stationTracks } = site.services
  const { id, cover: art } = await find('Ñandú – Søn')
  const details = { title: 'Corrected', artist: 'Luma Swade', album: 'LP' }
  expect(await trackImport.add([{ id, details, use: 'station' }], actor)).toEqual({
    added: 1,
    drafts: [],
    problems: {},
  })
  const sounding = (await stationTracks.about([`import:${id}`])).get(`import:${id}`)
  expect(sounding?.sound?.state).toBe('pending')
  const { rows } = await site.database.pool.query(
    'SELECT title, artist, art, artist_path FROM radio_tracks WHERE id = $1',
    [`import:${id}`],
  )
  expect(rows).toEqual([{ title: 'Corrected', artist: 'Luma Swade', art, artist_path: '/artist/luma-swade' }])
  expect((await trackImport.added())[0]).toMatchObject({ id, station: { state: 'waiting' } })
  await expect(trackImport.discard(id, actor)).rejects.toMatchObject({ code: 'conflict' })
  expect((await trackImport.add([{ id, details, use: 'station' }], actor)).problems[id]).toContain('in the meantime')
  expect(await trackImport.removeFromStation(id, actor)).toBe('Corrected')
  expect(await find('Corrected')).toMatchObject({ use: 'later' })
})

test('the file of a discarded track that was on the station stays for a day, because it may still be on air', async () => {
  const { trackImport } = site.services
  await upload(['heard.mp3', sent(soundFrom(3300), { TIT2: 'Heard' })])
  const { id, title } = await find('Heard')
  await trackImport.add([{ id, details: { title, artist: 'Luma Swade', album: '' }, use: 'station' }], actor)
  const station = () => site.database.pool.query(`SELECT * FROM radio_tracks WHERE id = 'import:${id}'`)
  const key = (await station()).rows[0].storage_key as string
  await trackImport.removeFromStation(id, actor)
  await trackImport.discard(id, actor)
  // Simulates the cleanup at the startup of another host, long after the upload.
  const start = async () => {
    const predicates = await Promise.all(site.collect('referencedFiles').map((create) => create({ isAlone: true })))
    for (const isReferenced of predicates) if (!(await isReferenced(key))) return 'deletes'
    return 'keeps'
  }
  const rule = site
    .collect('retention')
    .flat()
    .find(({ data }) => data === 'Recordings of discarded tracks')
  const applyRule = async () =>
    rule && 'deleteBefore' in rule ? rule.deleteBefore(new Date(Date.now() + 60_000)) : undefined
  expect(await start()).toBe('keeps')
  expect(await applyRule()).toBe(0)
  expect(await site.storage.stat(key)).toBeDefined()
  await site.database.pool.query(
    `UPDATE radio_tracks SET removed_at = removed_at - interval '25 hours' WHERE id = 'import:${id}'`,
  )
  expect(await start()).toBe('deletes')
  expect(await applyRule()).toBe(1)
  expect(await site.storage.stat(key)).toBeUndefined()
  // Files of undecided tracks are named by rows.
  for (const track of await waiting()) {
    const audio = await site.app.inject({ url: trackAudioPath(track.id), headers: { cookie, range: 'bytes=0-2' } })
    expect(audio.statusCode, track.title).toBe(206)
  }
})

test('a featured track is published on the page of an artist, one per artist, and a new artist gets a draft', async () => {
  const { trackImport, artists, contentAdmin } = site.services
  const [first, second, third] = [await find('Once'), await find('At once'), await find('Finished')]
  const change = (track: typeof first, artist: string) => ({
    id: track.id,
    use: 'page' as const,
    details: { title: track.title, artist, album: '' },
  })
  const outcome = await trackImport.add(
    [change(first, 'Atlas Swade'), change(second, 'atlas swade'), change(third, 'Brand New')],
    actor,
  )
  expect(outcome).toMatchObject({ added: 2, drafts: [{ slug: 'brand-new-swade', name: 'Brand New' }] })
  expect(outcome.problems).toEqual({ [second.id]: expect.stringContaining('features one track') })
  const featured = artists.find('atlas-swade')?.featuredTrack
  expect(featured).toMatchObject({ title: 'Once', durationSeconds: expect.closeTo(8.1, 1) })
  expect((await site.app.inject(`/media/artists/atlas-swade/${featured!.file}`)).statusCode).toBe(200)
  expect((await contentAdmin.find('artist', 'brand-new-swade'))?.draft?.data).toMatchObject({
    name: 'Brand New',
    featuredTrack: { title: 'Finished' },
  })
  expect(artists.find('brand-new-swade')).toBeUndefined()
  const draftOf = (name: string, added: AddedTrack[]) => added.find(({ title }) => title === name)?.draftArtist
  const added = await trackImport.added()
  expect(draftOf('Finished', added)).toEqual({ slug: 'brand-new-swade', name: 'Brand New' })
  expect(draftOf('Once', added)).toBeUndefined()
})

test("tracks are added to the end of their artist's list in one edit, with covers, and one of them can be featured", async () => {
  const { trackImport, artists, contentAdmin } = site.services
  const artist = 'luma swade'
  // Numbered files are added in the order of their numbers, which differs from the order in the list of undecided
  // tracks.
  const names = ['L2', 'L10', 'L3']
  for (const [index, name] of names.entries())
    await upload([`${name}.mp3`, taggedTrack(soundFrom(3000 + index * 40), { TIT2: name, TPE1: artist }, cover)])
  const tracks = await Promise.all(names.map(find))
  const change = (track: (typeof tracks)[number], use: 'list' | 'page') => ({
    id: track.id,
    use,
    details: { title: track.title, artist, album: '' },
  })
  const edits = async () => (await contentAdmin.find('artist', 'luma-swade'))!.history.length
  const [before, former] = [await edits(), artists.find('luma-swade')!.featuredTrack!]
  expect(
    await trackImport.add(
      [tracks[1]!, tracks[0]!].map((track) => change(track, 'list')),
      actor,
    ),
  ).toEqual({
    added: 2,
    drafts: [],
    problems: {},
  })
  expect(await edits()).toBe(before + 1)
  const listed = artists.find('luma-swade')!.tracks!
  expect(listed.map(({ title, cover }) => ({ title, cover }))).toEqual(
    tracks.slice(0, 2).map(({ title, cover }) => ({ title, cover })),
  )
  expect((await site.app.inject(`/artist/luma-swade/tracks/${listed[1]!.file}`)).statusCode).toBe(200)
  expect((await trackImport.added()).find(({ id }) => id === tracks[0]!.id)).toMatchObject({ use: 'list' })
  // The same file cannot be imported again, even after its import was deleted.
  const again = taggedTrack(soundFrom(3000), { TIT2: 'L2', TPE1: artist }, cover)
  await trackImport.discard(tracks[0]!.id, actor)
  expect(await upload(['other.mp3', again])).toMatchObject([
    { result: 'known', title: 'L2', place: 'track of Luma Swade', href: '/admin/content/artist/luma-swade' },
  ])
  // The former featured track is not lost.
  await trackImport.add([change(tracks[2]!, 'page')], actor)
  const after = artists.find('luma-swade')!
  expect([after.featuredTrack?.title, after.tracks?.map(({ title }) => title)]).toEqual([
    'L3',
    [former.title, 'L2', 'L10'],
  ])
})

test('tracks that an interrupted import has already added are not added twice, and an error of one artist does not affect others', async () => {
  const { trackImport, artists, contentAdmin } = site.services
  await upload(['r.mp3', sent(soundFrom(3200), { TIT2: 'Again' })], ['o.mp3', sent(soundFrom(3240), { TIT2: 'Other' })])
  const [again, other] = [await find('Again'), await find('Other')]
  const change = ({ id, title }: typeof again, artist: string) => ({
    id,
    use: 'list' as const,
    details: { title, artist, album: '' },
  })
  await trackImport.add([change(again, 'Kairo Swade')], actor)
  await site.database.pool.query(`UPDATE imported_tracks SET use = 'later' WHERE id = $1`, [again.id])
  const { name, revision } = (await contentAdmin.find('artist', 'onyx-swade'))!
  await contentAdmin.remove({ kind: 'artist', key: 'onyx-swade', actor, revision })
  const outcome = await trackImport.add([change(again, 'Kairo Swade'), change(other, name)], actor)
  expect(outcome).toEqual({ added: 1, drafts: [], problems: { [other.id]: expect.stringContaining('was removed') } })
  expect(artists.find('kairo-swade')!.tracks?.map(({ title }) => title)).toEqual(['Again'])
})

test('for an artist with a draft the tracks are added to the draft, and a full list is rejected without a change', async () => {
  const { trackImport, artists, contentAdmin } = site.services
  await upload(['d.mp3', sent(soundFrom(3280), { TIT2: 'Into the draft' })])
  const track = await find('Into the draft')
  const change = {
    id: track.id,
    use: 'list' as const,
    details: { title: track.title, artist: 'Nova Swade', album: '' },
  }
  const entry = (await contentAdmin.find('artist', 'nova-swade'))!
  const published = entry.published as Record<string, unknown>
  const filler = Array.from({ length: 500 }, (_, index) => ({ title: 'x', file: `${index}.mp3`, durationSeconds: 9 }))
  const saveDraft = (tracks: object[]) =>
    contentAdmin.saveDraft({ kind: 'artist', key: 'nova-swade', actor, data: { ...published, tagline: 'New', tracks } })
  await saveDraft(filler)
  expect((await trackImport.add([change], actor)).problems[track.id]).toContain('up to 500 tracks')
  await saveDraft(filler.slice(1))
  expect(await trackImport.add([change], actor)).toMatchObject({ added: 1, drafts: [{ slug: 'nova-swade' }] })
  const draft = (await contentAdmin.find('artist', 'nova-swade'))!.draft!.data as {
    tagline: string
    tracks: { title: string }[]
  }
  expect([draft.tagline, draft.tracks.length, draft.tracks.at(-1)!.title]).toEqual(['New', 500, 'Into the draft'])
  expect(artists.find('nova-swade')!.tracks).toBeUndefined()
})

test('when two tabs add tracks to one draft at once, none are lost: the second request is rejected', async () => {
  const { trackImport, contentAdmin } = site.services
  const names = ['Left tab', 'Right tab']
  for (const [index, name] of names.entries())
    await upload([`${name}.mp3`, sent(soundFrom(3320 + index * 40), { TIT2: name })])
  const { published } = (await contentAdmin.find('artist', 'nova-swade'))!
  const draft = { kind: 'artist', key: 'nova-swade', actor, data: published as Record<string, unknown> }
  await contentAdmin.saveDraft(draft)
  const tracks = await Promise.all(names.map(find))
  const outcomes = await Promise.all(
    tracks.map(({ id, title }) =>
      trackImport.add([{ id, use: 'list', details: { title, artist: 'Nova Swade', album: '' } }], actor),
    ),
  )
  const added = tracks.filter((_, index) => outcomes[index]!.added === 1)
  const { data } = (await contentAdmin.find('artist', 'nova-swade'))!.draft!
  const titles = ((data as { tracks?: { title: string }[] }).tracks ?? []).map(({ title }) => title)
  expect(added.length).toBeGreaterThan(0)
  expect(titles.toSorted()).toEqual(added.map(({ title }) => title).toSorted())
  for (const [index, { problems, added: count }] of outcomes.entries())
    if (count === 0) expect(problems[tracks[index]!.id]).toContain('edited at the same time')
})

test('a track that two tabs add in different ways at once is added in one way, and can be removed from the station', async () => {
  const { trackImport } = site.services
  await upload(['tabs.mp3', sent(soundFrom(2900), { TIT2: 'Two tabs' })])
  const { id, title } = await find('Two tabs')
  const details = { title, artist: 'Luma Swade', album: '' }
  const outcomes = await Promise.all(
    (['page', 'station'] as const).map((use) => trackImport.add([{ id, details, use }], actor)),
  )
  expect(outcomes.map(({ added }) => added).toSorted()).toEqual([0, 1])
  expect(outcomes.find(({ added }) => added === 0)!.problems[id]).toContain('in the meantime')
  const onStation = (await site.services.stationTracks.about([`import:${id}`])).get(`import:${id}`)?.sound !== undefined
  expect((await trackImport.added()).find((track) => track.id === id)?.use).toBe(onStation ? 'station' : 'page')
  await (onStation ? trackImport.removeFromStation : trackImport.discard)(id, actor)
  expect((await trackImport.added()).some((track) => track.id === id)).toBe(false)
})

test('a track without an artist stays in the list with the reason, and its corrections are saved', async () => {
  const { trackImport } = site.services
  const { id } = await find('Odd cover')
  const typed = { title: 'Odd', artist: ' ', album: '' }
  expect((await trackImport.add([{ id, details: typed, use: 'station' }], actor)).problems[id]).toContain('artist')
  expect(await trackImport.save([{ id, details: typed, use: 'later' }])).toEqual({})
  expect(await trackImport.discard((await find('Odd')).id, actor)).toEqual({ title: 'Odd', isOnPage: false })
  await expect(trackImport.discard(id, actor)).rejects.toMatchObject({ code: 'not-found' })
})

test('visitors can neither upload nor check for known files', async () => {
  const file = bodyOf([['a.mp3', soundFrom(400)]])
  expect((await send(file, 'application/json', {})).statusCode).toBe(401)
  expect((await site.app.inject(`${knownTrackPath}?sha256=${'0'.repeat(64)}`)).statusCode).toBe(401)
})

import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { silentChanges } from '#platform/database/test-changes.ts'
import { startAzuracastFake } from '#tests/support/azuracast-fake.ts'
import { azuracastKey, type MediaFault } from '#tests/support/azuracast-media.ts'
import { testLibrary } from '../../test-recordings.ts'
import { createStationDatabase } from '../../test-station-database.ts'
import { createStationTracks } from '../../tracks/track-library.ts'
import { testTrack } from '../../tracks/test-tracks.ts'
import { fileNameOf, createStationMedia } from './station-media.ts'
import { createUploadActionItems } from './upload-action-items.ts'
import { createTrackUploads } from './upload-tracks.ts'

const database = createStationDatabase()
const quiet = { info: () => {}, warn: () => {} }

async function createWorld({ apiKey = azuracastKey, playlist = 'submissions' as string | undefined } = {}) {
  const fake = await startAzuracastFake()
  const [recording] = await testLibrary({ count: 1 })
  const db = database.db()
  const ending = new AbortController()
  onTestFinished(async () => {
    ending.abort()
    await fake.close()
  })
  const open = () => {
    const media = createStationMedia({ url: fake.url, station: 'swade', apiKey, playlist, signal: ending.signal })
    return createTrackUploads({ db, media, withFile: (key, read) => read(key), log: quiet, retryDelaysSeconds: [0] })
  }
  const { library } = createStationTracks({
    db,
    changes: silentChanges,
    catalogue: () => [],
    toRecording: () => recording!,
    kind: 'upload',
    log: quiet,
  })
  const needs = createUploadActionItems({ db, library, hrefOf: (id) => `/admin/submissions/${id}` })
  const track = {
    ...testTrack(recording!, '0f1e2d3c-4b5a-4678-9abc-def012345678'),
    artist: 'Mötör & <b>',
    title: '../../etc "x"\r\n',
  }
  return { fake, db, library, needs, track, uploads: open(), openProcess: open, file: readFileSync(recording!.file) }
}

const add = (
  db: NodePgDatabase,
  library: Awaited<ReturnType<typeof createWorld>>['library'],
  track: ReturnType<typeof testTrack>,
) => db.transaction((tx) => library.add(tx, track))

test('an accepted track is uploaded unchanged under a safe name, with its metadata and playlist, and deleted when it is removed', async () => {
  const { fake, db, library, track, uploads, file } = await createWorld()
  await add(db, library, track)
  await uploads.now()
  expect(fake.media.files()).toMatchObject([
    { path: `submissions/${fileNameOf(track)}`, title: track.title, artist: track.artist, playlists: [3] },
  ])
  expect(fileNameOf(track)).toMatch(/^motor-b-etc-x-[0-9a-f]{16}\.mp3$/)
  expect(fake.media.files()[0]!.bytes.equals(file)).toBe(true)
  expect((await library.about([track.id])).get(track.id)).toMatchObject({
    isInRotation: true,
    external: { state: 'uploaded', fault: '' },
  })

  await db.transaction((tx) => library.remove(tx, track.id))
  await uploads.now()
  expect(fake.media.files()).toEqual([])
  // The track is added again.
  await add(db, library, track)
  await uploads.now()
  expect(fake.media.files()).toHaveLength(1)
})

test('if the upload succeeded but the response was lost, it is not repeated', async () => {
  const { fake, db, library, track, uploads } = await createWorld()
  fake.media.fail('stored-then-cut', 1)
  await add(db, library, track)
  await uploads.now()
  expect([fake.media.uploads(), fake.media.files().length]).toEqual([1, 1])
  expect(fake.media.files()[0]).toMatchObject({ title: track.title, playlists: [3] })
})

test('of several processes, one uploads', async () => {
  const { fake, db, library, track, uploads, openProcess } = await createWorld()
  await add(db, library, track)
  await Promise.all([uploads.now(), openProcess().now(), openProcess().now()])
  expect(fake.media.uploads()).toBe(1)
})

test.each<[MediaFault, RegExp]>([
  ['server-error', /responded with 500: This station is out of available storage space/],
  ['cut', /cannot be reached/],
  ['not-json', /not JSON/],
])('%s: the upload is retried a few times, then the owner is asked, and Try again succeeds', async (fault, reason) => {
  const { fake, db, library, needs, track, uploads } = await createWorld()
  fake.media.fail(fault)
  await add(db, library, track)
  await uploads.now()
  const report = (await library.about([track.id])).get(track.id)!
  expect(report).toMatchObject({
    isInRotation: false,
    external: { state: 'failed', fault: expect.stringMatching(reason) },
  })
  const [need] = await needs.list()
  expect(need).toMatchObject({
    key: `track-upload:${track.id}`,
    severity: 'promise',
    action: { label: 'Try again' },
    detail: expect.stringMatching(reason),
  })
  fake.media.fail(undefined)
  await needs.runAction(need!.key)
  await uploads.now()
  expect(fake.media.files()).toHaveLength(1)
  expect(await needs.list()).toEqual([])
  await expect(needs.runAction(need!.key)).rejects.toMatchObject({ code: 'conflict' })
})

test.each<[MediaFault, RegExp]>([
  ['refused-with-200', /rejected the request: Cannot process media file/],
  ['too-large', /too large for the station/],
])('%s: a track that the station rejects is not uploaded again automatically', async (fault, reason) => {
  const { fake, db, library, track, uploads } = await createWorld()
  fake.media.fail(fault)
  await add(db, library, track)
  await uploads.now()
  await uploads.now()
  expect(fake.media.uploads()).toBe(1)
  expect((await library.about([track.id])).get(track.id)?.external).toMatchObject({
    state: 'failed',
    fault: expect.stringMatching(reason),
  })
})

test('a wrong key and an unknown playlist are reported without the key, and nothing is uploaded', async () => {
  for (const wrong of [{ apiKey: 'wrong:secretsecret' }, { playlist: 'No such list' }]) {
    const { fake, db, library, track, uploads } = await createWorld(wrong)
    await add(db, library, track)
    await uploads.now()
    const { external } = (await library.about([track.id])).get(track.id)!
    expect(external).toMatchObject({ state: 'failed', fault: expect.stringMatching(/API key|playlist/) })
    expect(external!.fault).not.toContain('secretsecret')
    expect(fake.media.uploads()).toBe(0)
  }
})

test('when a process dies during an upload, another one takes over', async () => {
  const { fake, db, library, track, uploads } = await createWorld()
  await add(db, library, track)
  // The state that the dead process left: one attempt started, and a claim that has not expired.
  await db.execute(
    sql`UPDATE radio_tracks SET external_attempts = 1, next_attempt_at = clock_timestamp() + interval '5 minutes'`,
  )
  await uploads.now()
  expect(fake.media.uploads()).toBe(0)
  await db.execute(sql`UPDATE radio_tracks SET next_attempt_at = clock_timestamp() - interval '1 second'`)
  await uploads.now()
  expect(fake.media.files()).toHaveLength(1)
})

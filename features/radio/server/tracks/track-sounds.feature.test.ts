import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { silentChanges } from '#platform/database/test-changes.ts'
import { convertSound } from '#platform/recordings/conversion/convert.ts'
import { framesOf, musicOf, silence, silentFrames, speechOf } from '#platform/recordings/frames/test-frames.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { createStationDatabase } from '../test-station-database.ts'
import { testRecording } from '../test-recordings.ts'
import { createStationTracks } from './track-library.ts'
import { createSoundActionItems } from '../sounds/sound-action-items.ts'
import { createSoundPreparation } from '../sounds/sound-preparation.ts'
import { createSourceHasher } from '../sounds/source-hashes.ts'
import { createStationSounds } from '../sounds/station-sounds.ts'

const database = createStationDatabase()
beforeEach(async () => void (await database.db().execute(sql`DELETE FROM radio_sounds`)))

const quiet = { info: () => {}, warn: () => {} }
const speech = speechOf(200)

type Convert = typeof convertSound
/** Converts as in production, but with normal process priority. */
const really: Convert = (task, signal) => convertSound({ ...task, niceness: 0 }, signal)
const made: Convert = async () => ({
  ok: true,
  result: {
    ok: true,
    sound: { mp3: musicOf(80), durationSeconds: 2.1, loudnessLufs: -16, truePeakDb: -2, brokenFrames: 0 },
  },
})
const asItIs: Convert = async () => ({
  ok: true,
  result: {
    ok: true,
    sound: { mp3: undefined, durationSeconds: 2.1, loudnessLufs: -16, truePeakDb: -2, brokenFrames: 0 },
  },
})
const refused: Convert = async () => ({
  ok: true,
  result: { ok: false, sentence: 'The recording is silent.' },
})

/** Creates a station process with artist recordings, each a file in the content folder or a submitted one. */
async function createWorld(artists: { id: string; bytes: Buffer; isSent?: boolean }[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'sounds-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = await localStorage(join(folder, 'files'))
  const catalogue = await Promise.all(
    artists.map(async ({ id, bytes, isSent }) => {
      const file = join(folder, `${isSent ? 'sent' : 'content'}-${id.replace(':', '-')}.mp3`)
      await writeFile(file, bytes)
      return testRecording({ id, file })
    }),
  )
  const db = database.db()
  const hashSource = createSourceHasher(storage)
  const isTrusted = (file: string) => file.startsWith(join(folder, 'content-'))
  const openProcess = () => {
    const sounds = createStationSounds({ db, storage, catalogue: () => catalogue, hashSource, isTrusted })
    return createStationTracks({
      db,
      changes: silentChanges,
      catalogue: () => catalogue,
      toRecording: ({ id, title, artist, storageKey, durationSeconds }) =>
        testRecording({ id, title, artist, durationSeconds, file: storageKey }),
      sounds,
      kind: 'built-in',
      log: quiet,
    })
  }
  const tracks = openProcess()
  const { library, rotation } = tracks
  const shared = { db, storage, catalogue: () => catalogue, log: quiet }
  const prepare = (convert: Convert, retryDelaysSeconds: readonly number[] = [0]) =>
    createSoundPreparation({ ...shared, hashSource, convert, niceness: 0, retryDelaysSeconds })
  const accept = async (name: string, bytes: Buffer = speech) => {
    const storageKey = `submissions/${name}.mp3`
    await storage.put(storageKey, bytes, { contentType: 'audio/mpeg' })
    const track = {
      id: `submission:${name}`,
      title: `Title of ${name}`,
      artist: 'Ada',
      album: '',
      genre: '',
      storageKey,
      durationSeconds: 5,
    }
    await db.transaction((tx) => library.add(tx, track))
    await library.refresh()
    return track
  }
  const needs = createSoundActionItems({ db, library, hrefOf: (id) => `/of/${id}` })
  const onAirIds = async () => {
    await library.refresh()
    return rotation.recordings().map(({ id }) => id)
  }
  const soundOf = async (id: string) => (await library.about([id])).get(id)!
  return {
    folder,
    storage,
    catalogue,
    db,
    tracks,
    library,
    rotation,
    prepare,
    accept,
    needs,
    onAirIds,
    soundOf,
    openProcess,
  }
}

test('a track with another sample rate is off air until it is converted; then it plays next, and the submitted file stays unchanged', async () => {
  const { db, storage, rotation, prepare, accept, onAirIds, soundOf, library } = await createWorld()
  const { id, storageKey } = await accept('mono')
  expect(await onAirIds()).toEqual([])
  expect(rotation.premieres()).toEqual([])
  expect(await soundOf(id)).toMatchObject({ isInRotation: false, sound: { state: 'pending', reason: '' } })
  await prepare(really).now()
  expect(await onAirIds()).toEqual([id])
  expect(await soundOf(id)).toMatchObject({ isInRotation: true, sound: { state: 'ready' } })
  const [recording] = rotation.premieres()
  expect(recording!.levelsUrl).toBe(`/api/radio/tracks/${id}/levels`)
  expect(framesOf(await storage.withFile(recording!.file, (path) => readFile(path)))).toMatchObject({
    sampleRate: 44_100,
    channels: 2,
    bitrateKbps: 128,
  })
  expect((await storage.withFile(storageKey, (path) => readFile(path))).equals(speech)).toBe(true)
  // Corrected metadata does not affect the audio.
  await db.transaction((tx) => library.rename(tx, id, { title: 'Other', artist: 'Ada', album: '', genre: '' }))
  expect(await onAirIds()).toEqual([id])
})

test('a track that cannot be converted stays accepted but off air, and the owner sees the reason and can retry', async () => {
  const { prepare, accept, needs, onAirIds, soundOf, library } = await createWorld()
  const { id } = await accept('silent')
  await prepare(refused).now()
  expect(await onAirIds()).toEqual([])
  expect(await soundOf(id)).toMatchObject({
    isInRotation: false,
    sound: { state: 'failed', reason: 'The recording is silent.' },
  })
  expect(await needs.list()).toMatchObject([
    {
      key: `track-sound:${id}`,
      severity: 'promise',
      title: '“Title of silent” by Ada is accepted but not on air',
      detail: 'The recording could not be converted. The recording is silent.',
      action: { label: 'Try again' },
      href: `/of/${id}`,
    },
  ])
  // It is not retried automatically.
  await prepare(made).now()
  expect(await soundOf(id)).toMatchObject({ sound: { state: 'failed' } })
  await needs.runAction(`track-sound:${id}`)
  await expect(needs.runAction(`track-sound:${id}`)).rejects.toMatchObject({ code: 'conflict' })
  await prepare(made).now()
  expect(await onAirIds()).toEqual([id])
  expect(await needs.list()).toEqual([])
  await expect(library.tryAgain('submission:none')).rejects.toMatchObject({ code: 'conflict' })
})

test('a failed conversion of a track that was removed is not an action item', async () => {
  const { db, prepare, accept, needs, library } = await createWorld()
  const { id } = await accept('regretted')
  await prepare(refused).now()
  await db.transaction((tx) => library.remove(tx, id))
  expect(await needs.list()).toEqual([])
})

test('an error of the machine is retried with growing delays, and finally becomes an action item', async () => {
  const { prepare, accept, needs, soundOf } = await createWorld()
  const { id } = await accept('unlucky')
  let tries = 0
  const ended: Convert = async () => {
    tries += 1
    return { ok: false, reason: 'failed' }
  }
  const patient = prepare(ended, [3600])
  await patient.now()
  await patient.now()
  expect([tries, (await soundOf(id)).sound]).toEqual([1, { state: 'pending', reason: 'The file cannot be read.' }])
  await database.db().execute(sql`UPDATE radio_sounds SET next_attempt_at = NULL`)
  await prepare(ended).now()
  expect([tries, (await soundOf(id)).sound]).toEqual([5, { state: 'failed', reason: 'The file cannot be read.' }])
  expect(await needs.list()).toHaveLength(1)
})

test('a conversion interrupted by a shutdown resumes at the next start, and after a crash within a minute', async () => {
  const { prepare, accept, onAirIds } = await createWorld()
  const { id } = await accept('interrupted')
  const begun = Promise.withResolvers<void>()
  const endless: Convert = (_task, signal) => {
    begun.resolve()
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ ok: false, reason: 'stopped' })))
  }
  const ending = new AbortController()
  const running = prepare(endless).now(ending.signal)
  await begun.promise
  ending.abort()
  await running
  // The state after a crash: claimed by a process that no longer exists.
  const { rows } = await database
    .db()
    .execute<{ attempts: number; is_free: boolean }>(
      sql`SELECT attempts, next_attempt_at IS NULL AS is_free FROM radio_sounds`,
    )
  expect(rows).toEqual([{ attempts: 0, is_free: true }])
  await database
    .db()
    .execute(sql`UPDATE radio_sounds SET attempts = 1, next_attempt_at = clock_timestamp() + interval '60 seconds'`)
  await prepare(made).now()
  expect(await onAirIds()).toEqual([])
  await database.db().execute(sql`UPDATE radio_sounds SET next_attempt_at = clock_timestamp() - interval '1 second'`)
  await prepare(made).now()
  expect(await onAirIds()).toEqual([id])
})

test('several processes share the conversions, and all of them play every result', async () => {
  const { prepare, accept, onAirIds, openProcess } = await createWorld()
  const ids = []
  for (const name of ['one', 'two', 'three', 'four', 'five']) ids.push((await accept(name)).id)
  let conversions = 0
  const counted: Convert = async (task, signal) => {
    conversions += 1
    return made(task, signal)
  }
  await Promise.all([prepare(counted).now(), prepare(counted).now(), prepare(counted).now()])
  expect(conversions).toBe(5)
  expect(await onAirIds()).toEqual(ids)
  const other = openProcess()
  await other.library.refresh()
  expect(other.rotation.recordings().map(({ id }) => id)).toEqual(ids)
})

test('a full disk leaves no partial file, and the track waits for another attempt', async () => {
  const { storage, prepare, accept, soundOf, db, catalogue } = await createWorld()
  const { id } = await accept('large')
  const full = {
    ...storage,
    put: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
  }
  const preparation = createSoundPreparation({
    db,
    storage: full,
    catalogue: () => catalogue,
    hashSource: createSourceHasher(storage),
    convert: made,
    niceness: 0,
    log: quiet,
    retryDelaysSeconds: [3600],
  })
  await preparation.now()
  expect(await soundOf(id)).toMatchObject({
    sound: { state: 'pending', reason: expect.stringContaining('disk may be full') },
  })
  expect(await storage.list('station/')).toEqual([])
  await database.db().execute(sql`UPDATE radio_sounds SET next_attempt_at = NULL`)
  await prepare(made).now()
  expect(await soundOf(id)).toMatchObject({ sound: { state: 'ready' } })
})

const other48 = silentFrames(silence.stereo48.header, silence.stereo48.bytes, 300)
test('content files whose frames fit play at once; others and submitted files wait for conversion', async () => {
  const { catalogue, prepare, rotation, onAirIds } = await createWorld([
    { id: 'track:fits', bytes: musicOf(120) },
    { id: 'track:speech', bytes: speech },
    { id: 'track:other', bytes: other48 },
    { id: 'track:sent', bytes: musicOf(100), isSent: true },
  ])
  expect(await onAirIds()).toEqual(['track:fits'])
  await prepare(asItIs).now()
  expect(await onAirIds()).toEqual(catalogue.map(({ id }) => id))
  expect(rotation.recordings()).toEqual(catalogue)
})

test('a replaced artist file is converted again, and excluded if that fails, even if its frames fit', async () => {
  const { catalogue, prepare, rotation, onAirIds, needs, library } = await createWorld([
    { id: 'track:changing', bytes: speech },
  ])
  await prepare(made).now()
  expect(await onAirIds()).toEqual(['track:changing'])
  expect(rotation.recordings()[0]!.file).toMatch(/^station\//)
  await writeFile(catalogue[0]!.file, other48)
  expect(await onAirIds()).toEqual([])
  await prepare(refused).now()
  expect(await onAirIds()).toEqual([])
  expect(await needs.list()).toMatchObject([{ title: expect.stringContaining('is in the catalog but not on air') }])
  await writeFile(catalogue[0]!.file, musicOf(150))
  // These bytes have not been converted yet, and their frames fit.
  expect(await onAirIds()).toEqual(['track:changing'])
  await prepare(asItIs).now()
  await library.refresh()
  expect(rotation.recordings()).toEqual(catalogue)
  expect(await needs.list()).toEqual([])
})

test('tracks accepted before conversions existed are converted too', async () => {
  const { db, accept, prepare, onAirIds } = await createWorld()
  const { id } = await accept('old')
  await db.execute(sql`DELETE FROM radio_sounds`)
  await prepare(made).now()
  expect(await onAirIds()).toEqual([id])
})

test('a station that was on air before conversions existed continues with fitting recordings until the first one is converted', async () => {
  const { db, catalogue, accept, prepare, onAirIds, library, rotation } = await createWorld([
    { id: 'track:mono', bytes: speech, isSent: true },
    { id: 'track:sent', bytes: musicOf(100), isSent: true },
  ])
  const [played, mono, fresh] = [
    await accept('heard', musicOf(90)),
    await accept('mono'),
    await accept('fresh', musicOf(80)),
  ]
  await db.execute(sql`DELETE FROM radio_sounds`)
  await db.execute(
    sql`UPDATE radio_tracks SET first_played_at = now(), changed_at = clock_timestamp() WHERE id IN (${played.id}, ${mono.id})`,
  )
  // A track that was never on air does not count, because the station is not silent without it.
  expect(await onAirIds()).toEqual(['track:sent', played.id])
  expect(rotation.premieres()).toEqual([])
  expect((await library.about([played.id])).get(played.id)).toMatchObject({ sound: { state: 'pending' } })
  await prepare(made).now()
  expect(await onAirIds()).toEqual([...catalogue.map(({ id }) => id), played.id, mono.id, fresh.id])
  expect(rotation.recordings().every(({ file }) => file.startsWith('station/'))).toBe(true)
})

test('a recording that cannot be converted is never a fallback, and no fallback plays once a recording is ready', async () => {
  const { prepare, onAirIds } = await createWorld([{ id: 'track:sent', bytes: musicOf(100), isSent: true }])
  expect(await onAirIds()).toEqual(['track:sent'])
  await prepare(refused).now()
  expect(await onAirIds()).toEqual([])
  const both = await createWorld([
    { id: 'track:ready', bytes: musicOf(120) },
    { id: 'track:other-sent', bytes: musicOf(110), isSent: true },
  ])
  expect(await both.onAirIds()).toEqual(['track:ready'])
})

test('without the database the artists’ own fitting recordings play, including submitted files', async () => {
  const { db, catalogue, storage } = await createWorld([{ id: 'track:sent', bytes: musicOf(100), isSent: true }])
  const away = new Proxy(db, {
    get: () => () => {
      throw new Error('away')
    },
  })
  const sounds = createStationSounds({
    db: away,
    storage,
    catalogue: () => catalogue,
    hashSource: createSourceHasher(storage),
    isTrusted: () => false,
  })
  const { library, rotation } = createStationTracks({
    db: away,
    changes: silentChanges,
    catalogue: () => catalogue,
    toRecording: () => catalogue[0]!,
    sounds,
    kind: 'built-in',
    log: quiet,
  })
  await library.refresh()
  expect(rotation.recordings()).toEqual(catalogue)
})

test('the audio of a removed track is deleted after a day, like unreferenced files; recent files stay', async () => {
  const { db, storage, prepare, accept, library, onAirIds } = await createWorld()
  const [gone, kept] = [await accept('gone'), await accept('kept')]
  const preparation = prepare(made)
  await preparation.now()
  await storage.put('station/left-by-a-crash.mp3', musicOf(50), { contentType: 'audio/mpeg' })
  await storage.put('station/just-written.mp3', musicOf(50), { contentType: 'audio/mpeg' })
  const long = new Date(Date.now() - 2 * 3600_000)
  for (const key of await storage.list('station/'))
    if (!key.includes('just')) await storage.withFile(key, (path) => utimes(path, long, long))
  await db.transaction((tx) => library.remove(tx, gone.id))
  await preparation.deleteUnusedNow()
  expect(await storage.list('station/')).toHaveLength(3)
  await db.execute(
    sql`UPDATE radio_tracks SET removed_at = clock_timestamp() - interval '25 hours' WHERE id = ${gone.id}`,
  )
  await preparation.deleteUnusedNow()
  expect(await storage.list('station/')).toHaveLength(2)
  // When the track is restored, it is converted again.
  await db.transaction((tx) => library.restore(tx, gone.id))
  expect(await onAirIds()).toEqual([kept.id])
  await preparation.now()
  expect((await onAirIds()).toSorted()).toEqual([gone.id, kept.id].toSorted())
})

import { expect, onTestFinished, test } from 'vitest'
import { silentChanges } from '#platform/database/test-changes.ts'
import { startAzuracastFake } from '#tests/support/azuracast-fake.ts'
import type { FirstPlay } from '#features/radio/contract.ts'
import { createStationDatabase } from '../../test-station-database.ts'
import { manualTime } from '../../test-time.ts'
import { createStationTracks } from '../../tracks/track-library.ts'
import { createExternalStation } from '../external-station.ts'
import { createManualActionItems } from './manual-action-items.ts'
import { isTrack, saveExternalPlays } from './external-plays.ts'

const database = createStationDatabase()
const quiet = { info: () => {}, warn: () => {}, debug: () => {} }
const id = 'submission:0f1e2d3c-4b5a-4678-9abc-def012345678'
const words = {
  id,
  title: 'Night  Bus & “more”',
  artist: 'Adá',
  album: '',
  genre: '',
  storageKey: 'submissions/a.mp3',
  durationSeconds: 30,
}

/** Creates a read-only station with one accepted track. */
async function createWorld() {
  const fake = await startAzuracastFake()
  const db = database.db()
  const time = manualTime()
  const firsts: FirstPlay[] = []
  const tracks = createStationTracks({
    db,
    changes: silentChanges,
    catalogue: () => [],
    toRecording: () => ({}) as never,
    kind: 'manual',
    log: quiet,
  })
  tracks.library.onFirstPlay(async (_tx, play) => void firsts.push(play))
  await db.transaction((tx) => tracks.library.add(tx, words))
  await tracks.library.refresh()
  const external = createExternalStation({
    url: fake.url,
    station: 'swade',
    origin: 'http://here',
    stationName: () => 'Swade Radio',
    log: quiet,
    clock: time.clock,
    time,
  })
  onTestFinished(async () => {
    external.stop()
    await fake.close()
  })
  const note = () =>
    saveExternalPlays(db, external.nowPlaying(), tracks.list(), { saveFirstPlay: tracks.saveFirstPlay, isManual: true })
  return {
    fake,
    db,
    tracks,
    firsts,
    note,
    needs: createManualActionItems({ db, hrefOf: (trackId) => `/admin/${trackId}` }),
    about: async () => (await tracks.library.about([id])).get(id)!,
    async plays(song: { title: string; artist: string }) {
      fake.play(song)
      await time.pass(30_000)
      expect(external.nowPlaying().now_playing?.song.text).toContain(song.artist)
    },
  }
}

test('plays of an external station are recognized by title and artist, and each is counted once', async () => {
  const { fake, firsts, note, about, plays } = await createWorld()
  await plays({ title: 'Night Bus', artist: 'Somebody Else' })
  await note()
  expect(await about()).toMatchObject({ plays: 0, lastPlayedAt: null, isInRotation: false })
  fake.setListeners(17)
  // The station's spelling differs in spaces, entities and Unicode normalization.
  await plays({ title: 'night bus &amp; &ldquo;More&rdquo;', artist: 'Ada\u0301' })
  await Promise.all([note(), note(), note()])
  await note()
  expect(await about()).toMatchObject({
    plays: 1,
    peakListeners: 17,
    isInRotation: true,
    lastPlayedAt: expect.any(String),
  })
  expect(firsts).toMatchObject([{ id }])
  await plays({ title: 'Another', artist: 'In Between' })
  await plays({ title: 'Night Bus & “more”', artist: 'Ada\u0301' })
  await note()
  expect(await about()).toMatchObject({ plays: 2 })
  expect(firsts).toHaveLength(1)
}, 30_000)

test.each([
  [{ title: 'Night Bus', artist: 'Ada' }, { title: 'Night Bus (live)', artist: 'Ada' }, false],
  [{ title: 'Night Bus', artist: 'Ada' }, { title: 'NIGHT\u200B BUS ', artist: ' ada' }, true],
  [{ title: 'Night Bus', artist: 'Ada' }, { title: '', artist: '' }, false],
])('%j and %j are the same song: %j', (track, song, isSame) => {
  expect(isTrack(song, track)).toBe(isSame)
})

test('without an API key, the owner is asked to add an accepted track and to remove a withdrawn one', async () => {
  const { db, needs, tracks, about } = await createWorld()
  const [add] = await needs.list()
  expect(add).toMatchObject({
    key: `track-by-hand:${id}`,
    severity: 'promise',
    title: expect.stringMatching(/^Add .* to your station$/),
    action: { label: 'Mark as added', canUndo: true },
    href: `/admin/${id}`,
  })
  expect(await about()).toMatchObject({ isInRotation: false, external: { state: 'manual' } })
  await needs.runAction(add!.key)
  expect(await needs.list()).toEqual([])
  expect(await about()).toMatchObject({ isInRotation: true, external: { state: 'uploaded' } })
  await expect(needs.runAction(add!.key)).rejects.toMatchObject({ code: 'conflict' })
  await needs.undo(add!.key)
  expect(await needs.list()).toHaveLength(1)
  await needs.runAction(add!.key)
  await db.transaction((tx) => tracks.library.remove(tx, id))
  const [remove] = await needs.list()
  expect(remove).toMatchObject({
    title: expect.stringMatching(/^Remove .* from your station$/),
    action: { label: 'Mark as removed' },
  })
  await needs.runAction(remove!.key)
  expect(await needs.list()).toEqual([])
})

test('a track that was never added need not be removed, and a track heard on the station counts as added', async () => {
  const { db, needs, tracks, note, plays } = await createWorld()
  await plays({ title: 'Night Bus & “more”', artist: 'Adá' })
  await note()
  expect(await needs.list()).toEqual([])
  await db.transaction((tx) => tracks.library.remove(tx, id))
  expect(await needs.list()).toHaveLength(1)
  await needs.runAction(`track-by-hand:${id}`)
  await db.transaction((tx) => tracks.library.add(tx, words))
  await db.transaction((tx) => tracks.library.remove(tx, id))
  expect(await needs.list()).toEqual([])
}, 30_000)

import { setTimeout as sleep } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endsAtMs, type Play } from '../plan.ts'
import { listPlaysFrom } from '../queries.ts'
import { replanMs } from '../replan.ts'
import { listenTo, openTestStation, testLibrary, testStationDatabase, until } from '../test-station.ts'
import { openTestTracks, testTrack } from './test-tracks.ts'

function expectWhole(plays: Play[]): void {
  for (const [i, play] of plays.entries()) {
    const before = plays[i - 1]
    if (before) expect([play.position, play.startsAtMs]).toEqual([before.position + 1, endsAtMs(before)])
  }
}

/** Two catalogue songs and some that come later, 10 s each unless said otherwise. */
async function openWorld({ frames = 400, newcomers = 1 } = {}) {
  const all = await testLibrary({ count: 2 + newcomers, frames })
  const [catalogue, others] = [all.slice(0, 2), all.slice(2)]
  const { db } = await testStationDatabase()
  const openProcess = async (options: { mayLead?: boolean } = {}) => {
    const tracks = openTestTracks(db, catalogue)
    return { tracks, ...(await openTestStation({ library: catalogue, rotation: tracks.rotation, database: { db }, ...options })) }
  }
  return { db, catalogue, others, openProcess, plays: () => listPlaysFrom(db, 1) }
}

/** Waits until there is time enough before the next play to change it. */
async function farFromChange(station: { service: { nowPlaying(): { clock: { next_starts_at_ms: number | null } } } }): Promise<void> {
  await until(() => (station.service.nowPlaying().clock.next_starts_at_ms ?? 0) - Date.now() > replanMs + 2000, 20_000)
}

test('a new track plays next, on every process, and listeners hear each frame once across the change of plan', async () => {
  const { db, others, catalogue, openProcess, plays } = await openWorld()
  const one = await openProcess()
  const two = await openProcess()
  const [here, there] = await Promise.all([listenTo(one.port), listenTo(two.port)])
  await farFromChange(one.station)
  const current = one.station.service.nowPlaying().now_playing!.sh_id

  const noted: string[] = []
  for (const { tracks } of [one, two]) tracks.library.onFirstPlay(async (_tx, { id }) => void noted.push(id))
  // It comes to a process that does not lead.
  await db.transaction((tx) => two.tracks.library.add(tx, testTrack(others[0]!, 'new')))
  await two.tracks.library.refresh()
  await until(() => [one, two].every(({ station }) => station.service.nowPlaying().playing_next?.song.id === 'submission:new'), 4000)
  expect((await plays()).find(({ position }) => position === current + 1)?.recordingId).toBe('submission:new')
  expectWhole(await plays())

  await until(() => one.station.service.nowPlaying().now_playing?.sh_id === current + 2, 25_000)
  await sleep(3500)
  const order = (await plays()).filter(({ position }) => position > 1 && position <= current + 1)
  const fileOf = (id: string) =>
    readFileSync([...catalogue, others[0]!].find((one) => one.id === id || (id === 'submission:new' && one === others[0]))!.file)
  const whole = Buffer.concat(order.map(({ recordingId }) => fileOf(recordingId)))
  for (const heard of [here.bytes(), there.bytes()]) expect(heard.includes(whole)).toBe(true)
  // Noted once, by whichever process saw it first.
  await until(() => noted.length > 0, 5000)
  await sleep(2500)
  expect(noted).toEqual(['submission:new'])
  const about = (await one.tracks.library.about(['submission:new', 'submission:none'])).get('submission:new')!
  expect(about).toMatchObject({ isInRotation: true, plays: 1, outside: undefined })
  expect(about.peakListeners).toBeGreaterThanOrEqual(2)
}, 60_000)

test('several new tracks play one after the other in the order in which they came, and no change of leader loses one', async () => {
  const { db, others, openProcess, plays } = await openWorld({ newcomers: 3 })
  const one = await openProcess()
  const two = await openProcess()
  await farFromChange(one.station)
  const current = one.station.service.nowPlaying().now_playing!.sh_id
  for (const [i, name] of ['first', 'second', 'third'].entries()) {
    await db.transaction((tx) => one.tracks.library.add(tx, testTrack(others[i]!, name)))
    await one.tracks.library.refresh()
    await sleep(200)
  }
  await until(async () => (await plays()).find(({ position }) => position === current + 2)?.recordingId === 'submission:second', 4000)
  // Whoever leads dies without having planned the third.
  await one.close()
  await until(() => two.station.isLeader(), 6000)
  const names = async () => (await plays()).filter(({ position }) => position > current).map(({ recordingId }) => recordingId)
  await until(async () => (await names()).length >= 3, 25_000)
  await until(async () => (await names())[2] === 'submission:third', 4000)
  expect((await names()).slice(0, 3)).toEqual(['submission:first', 'submission:second', 'submission:third'])
  expectWhole(await plays())
}, 60_000)

test('so close to the change that not everybody could follow, a new track becomes the one after', async () => {
  const { db, others, openProcess, plays } = await openWorld()
  const { tracks, station } = await openProcess()
  await until(() => {
    const left = (station.service.nowPlaying().clock.next_starts_at_ms ?? 0) - Date.now()
    return left > 2000 && left < replanMs - 1000
  }, 20_000)
  const { now_playing: now, playing_next: next } = station.service.nowPlaying()
  await db.transaction((tx) => tracks.library.add(tx, testTrack(others[0]!, 'late')))
  await tracks.library.refresh()
  await until(async () => (await plays()).find(({ position }) => position === now!.sh_id + 2)?.recordingId === 'submission:late', 4000)
  expect((await plays()).find(({ position }) => position === now!.sh_id + 1)?.recordingId).toBe(next!.song.id)
  expectWhole(await plays())
}, 40_000)

test('what is removed before it began is not played, what sounds ends as it would, and the log counts neither twice', async () => {
  const { db, others, openProcess, plays } = await openWorld()
  const { tracks, station } = await openProcess()
  await farFromChange(station)
  const track = testTrack(others[0]!, 'regretted')
  await db.transaction((tx) => tracks.library.add(tx, track))
  await tracks.library.refresh()
  await until(() => station.service.nowPlaying().playing_next?.song.id === track.id, 4000)
  await db.transaction((tx) => tracks.library.remove(tx, track.id))
  await tracks.library.refresh()
  await until(() => station.service.nowPlaying().playing_next?.song.id !== track.id, 4000)
  // At once another one stands in for it; then the plan itself tells so.
  await until(async () => !(await plays()).some(({ recordingId }) => recordingId === track.id), 4000)
  expectWhole(await plays())
  expect((await tracks.library.about([track.id])).get(track.id)).toMatchObject({ isInRotation: false, isOnAirNow: false, plays: 0 })

  // Accepted again it waits for its first play as before; taken back while it sounds, it is heard to its end.
  await farFromChange(station)
  await db.transaction((tx) => tracks.library.add(tx, track))
  await tracks.library.refresh()
  await until(() => station.service.nowPlaying().now_playing?.song.id === track.id, 25_000)
  await db.transaction((tx) => tracks.library.remove(tx, track.id))
  await tracks.library.refresh()
  await sleep(1500)
  expect(station.service.nowPlaying().now_playing?.song).toMatchObject({ id: track.id, title: track.title })
  expect((await tracks.library.about([track.id])).get(track.id)).toMatchObject({ isInRotation: false, isOnAirNow: true, plays: 1 })
}, 60_000)

test('a listener of first plays that fails is told again until it does not', async () => {
  const { db, others, openProcess } = await openWorld({ frames: 320 })
  const { tracks } = await openProcess()
  let tries = 0
  tracks.library.onFirstPlay(async () => {
    tries += 1
    if (tries < 3) throw new Error('not yet')
  })
  await db.transaction((tx) => tracks.library.add(tx, testTrack(others[0]!, 'told')))
  await until(() => tries === 3, 40_000)
  await sleep(2500)
  expect(tries).toBe(3)
}, 60_000)

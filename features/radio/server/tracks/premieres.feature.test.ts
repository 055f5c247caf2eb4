import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endsAtMs, type Play } from '../plan.ts'
import { listPlaysFrom } from '../queries.ts'
import { replanMs } from '../replan.ts'
import { testLibrary } from '../test-recordings.ts'
import { createTestStation } from '../test-station.ts'
import { createStationDatabase } from '../test-station-database.ts'
import { manualTime } from '../test-time.ts'
import { createTestTracks, testTrack } from './test-tracks.ts'

const database = createStationDatabase()

function expectWhole(plays: Play[]): void {
  for (const [i, play] of plays.entries()) {
    const before = plays[i - 1]
    if (before) expect([play.position, play.startsAtMs]).toEqual([before.position + 1, endsAtMs(before)])
  }
}

/** Creates two catalogue songs, some newcomers of 10 s each, and any number of processes with a shared clock. */
async function createWorld({ newcomers = 1 } = {}) {
  const all = await testLibrary({ count: 2 + newcomers, frames: 400 })
  const [catalogue, others] = [all.slice(0, 2), all.slice(2)]
  const time = manualTime()
  const db = await database.inTime(time)
  const openProcess = async () => {
    const tracks = createTestTracks(db, catalogue, time)
    return { tracks, ...(await createTestStation({ library: catalogue, rotation: tracks.rotation, db, time })) }
  }
  type Process = Awaited<ReturnType<typeof openProcess>>
  /** Advances time until the next play begins in `ms`. */
  const passUntilLeft = async ({ nowPlaying }: Process, ms: number) => {
    const left = () => nowPlaying().clock.next_starts_at_ms! - time.nowMs()
    if (left() < ms) await time.pass(left() + 100)
    await time.pass(left() - ms)
  }
  const add = async ({ tracks }: Process, name: string, file = others[0]!) => {
    const track = testTrack(file, name)
    await db.transaction((tx) => tracks.library.add(tx, track))
    await tracks.library.refresh()
    return track
  }
  const remove = async ({ tracks }: Process, id: string) => {
    await db.transaction((tx) => tracks.library.remove(tx, id))
    await tracks.library.refresh()
  }
  const plays = () => listPlaysFrom(db, 1)
  const idAt = async (position: number) => (await plays()).find((play) => play.position === position)?.recordingId
  return { catalogue, others, time, openProcess, passUntilLeft, add, remove, plays, idAt }
}

test('a new track plays next on every process, and listeners hear each frame once across the change of plan', async () => {
  const { time, others, catalogue, openProcess, passUntilLeft, add, plays, idAt } = await createWorld()
  const one = await openProcess()
  const two = await openProcess()
  const [here, there] = [one.listen(), two.listen()]
  await passUntilLeft(one, replanMs + 2500)
  const current = one.nowPlaying().now_playing!.sh_id

  const noted: string[] = []
  for (const { tracks } of [one, two]) tracks.library.onFirstPlay(async (_tx, { id }) => void noted.push(id))
  // The track is added on a process that does not lead; the leader detects it within two seconds.
  expect([one.station.isLeader(), two.station.isLeader()]).toEqual([true, false])
  await add(two, 'new')
  await time.passUntil(async () => (await idAt(current + 1)) === 'submission:new', 4000)
  await time.pass(2000)
  for (const { nowPlaying } of [one, two]) expect(nowPlaying().playing_next?.song.id).toBe('submission:new')
  expectWhole(await plays())

  await time.passUntil(() => one.nowPlaying().now_playing?.sh_id === current + 2, 25_000)
  await time.pass(500)
  const files = new Map([...catalogue.map(({ id, file }) => [id, file] as const), ['submission:new', others[0]!.file]])
  const order = (await plays()).filter(({ position }) => position > 1 && position <= current + 1)
  expect(order.at(-1)?.recordingId).toBe('submission:new')
  const whole = Buffer.concat(order.map(({ recordingId }) => readFileSync(files.get(recordingId)!)))
  for (const listener of [here, there]) expect(listener.bytes().includes(whole)).toBe(true)
  // The first play is recorded once, by the process that detects it first.
  expect(noted).toEqual(['submission:new'])
  const about = (await one.tracks.library.about(['submission:new', 'submission:none'])).get('submission:new')!
  expect(about).toMatchObject({ isInRotation: true, plays: 1, external: undefined })
  expect(about.peakListeners).toBeGreaterThanOrEqual(2)
})

test('several new tracks play in the order in which they were added, and a change of leader loses none of them', async () => {
  const { time, others, openProcess, passUntilLeft, add, plays, idAt } = await createWorld({ newcomers: 3 })
  const one = await openProcess()
  const two = await openProcess()
  await passUntilLeft(one, replanMs + 2500)
  const current = one.nowPlaying().now_playing!.sh_id
  for (const [i, name] of ['first', 'second', 'third'].entries()) {
    await add(one, name, others[i])
    await time.pass(200)
  }
  await time.passUntil(async () => (await idAt(current + 2)) === 'submission:second', 4000)
  // The leader dies before it has planned the third track.
  expect(await idAt(current + 3)).toBeUndefined()
  await one.close()
  await time.passUntil(() => two.station.isLeader(), 5000)
  const names = async () =>
    (await plays()).filter(({ position }) => position > current).map(({ recordingId }) => recordingId)
  await time.passUntil(async () => (await names())[2] === 'submission:third', 25_000)
  expect((await names()).slice(0, 3)).toEqual(['submission:first', 'submission:second', 'submission:third'])
  expectWhole(await plays())
})

test('a new track that comes too late for all processes to load it plays after the next one', async () => {
  const { time, openProcess, passUntilLeft, add, plays, idAt } = await createWorld()
  const process = await openProcess()
  await passUntilLeft(process, replanMs - 1000)
  const { now_playing: now, playing_next: next } = process.nowPlaying()
  await add(process, 'late')
  await time.passUntil(async () => (await idAt(now!.sh_id + 2)) === 'submission:late', 4000)
  expect(await idAt(now!.sh_id + 1)).toBe(next!.song.id)
  expectWhole(await plays())
})

test('a track removed before its play is not played, one on air ends normally, and the log counts neither twice', async () => {
  const { time, openProcess, passUntilLeft, add, remove, plays } = await createWorld()
  const process = await openProcess()
  const { nowPlaying, tracks } = process
  const aboutIt = async (id: string) => (await tracks.library.about([id])).get(id)
  await passUntilLeft(process, replanMs + 5000)
  const track = await add(process, 'regretted')
  await time.passUntil(() => nowPlaying().playing_next?.song.id === track.id, 3000)
  await remove(process, track.id)
  // A replacement is announced at once; then the plan changes too.
  expect(nowPlaying().playing_next?.song.id).not.toBe(track.id)
  const isPlanned = async () => (await plays()).some(({ recordingId }) => recordingId === track.id)
  await time.passUntil(async () => !(await isPlanned()), 2500)
  expectWhole(await plays())
  expect(await aboutIt(track.id)).toMatchObject({ isInRotation: false, isOnAirNow: false, plays: 0 })

  // Accepted again, it waits for its first play as before; removed while on air, it plays to its end.
  await passUntilLeft(process, replanMs + 2500)
  await add(process, 'regretted')
  await time.passUntil(() => nowPlaying().now_playing?.song.id === track.id, 25_000)
  await remove(process, track.id)
  await time.pass(1500)
  expect(nowPlaying().now_playing?.song).toMatchObject({ id: track.id, title: track.title })
  expect(await aboutIt(track.id)).toMatchObject({ isInRotation: false, isOnAirNow: true, plays: 1 })
})

test('a failing listener of first plays is called again until it succeeds', async () => {
  const { time, openProcess, add } = await createWorld()
  const process = await openProcess()
  let tries = 0
  process.tracks.library.onFirstPlay(async () => {
    tries += 1
    if (tries < 3) throw new Error('not yet')
  })
  await add(process, 'told')
  await time.passUntil(() => tries === 3, 40_000)
  await time.pass(4500)
  expect(tries).toBe(3)
})

test('of two processes that detect a first play at once, one records it', async () => {
  const { time, openProcess, add } = await createWorld()
  const one = await openProcess()
  const two = await openProcess()
  const premieres: string[] = []
  for (const { tracks } of [one, two]) tracks.library.onFirstPlay(async (_tx, { id }) => void premieres.push(id))
  const { id } = await add(one, 'seen')
  const play = { id, at: time.clock.now() }
  const noted = await Promise.all([one, two, one].map(({ tracks }) => tracks.saveFirstPlay(play)))
  expect(noted.filter(Boolean)).toHaveLength(1)
  expect(premieres).toEqual([id])
})

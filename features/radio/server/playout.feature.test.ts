import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { nowPlayingSchema } from '#features/radio/contract.ts'
import { endsAtMs, type Play } from './plan.ts'
import { heartbeatMs } from './playout.ts'
import { listPlaysFrom } from './queries.ts'
import { testLibrary } from './test-recordings.ts'
import { cuttable, createTestPlayout, createTestStation } from './test-station.ts'
import { createStationDatabase } from './test-station-database.ts'
import { manualTime } from './test-time.ts'
import { type RotationLibrary, rotationLibrary } from './rotation-library.ts'

const database = createStationDatabase()

/** Creates a library and any number of processes that play it, with a shared clock and database. */
async function createWorld({ frames }: { frames: number }) {
  const library = await testLibrary({ frames })
  const time = manualTime()
  const db = await database.inTime(time)
  const open = (options: { db?: typeof db; mayLead?: boolean } = {}) =>
    createTestStation({ library, time, db, ...options })
  return { library, time, db, open, plays: () => listPlaysFrom(db, 1) }
}

function expectWhole(plays: Play[]): void {
  for (const [i, play] of plays.entries()) {
    const before = plays[i - 1]
    if (before) expect([play.position, play.startsAtMs]).toEqual([before.position + 1, endsAtMs(before)])
  }
}

test('the first start plans the current play and two more, early enough for a whole burst', async () => {
  const { time, open, plays } = await createWorld({ frames: 800 })
  const startedAtMs = time.nowMs()
  const { nowPlaying, listen } = await open()
  const planned = await plays()
  expect(planned).toHaveLength(3)
  expectWhole(planned)
  expect(planned[0]!.startsAtMs).toBe(startedAtMs - 3000)
  expect(Math.abs(listen().seconds() - 3)).toBeLessThan(0.15)
  const { now_playing, playing_next, clock, is_online } = nowPlayingSchema.parse(nowPlaying())
  expect(is_online).toBe(true)
  expect([now_playing?.song.id, playing_next?.song.id]).toEqual([planned[0]!.recordingId, planned[1]!.recordingId])
  expect(clock.next_starts_at_ms).toBe(planned[1]!.startsAtMs)
})

test('when the leader is cut off, another process leads within five seconds, and all listeners hear the same audio throughout', async () => {
  const { time, db, open, plays } = await createWorld({ frames: 60 })
  const way = cuttable(db)
  const one = await open({ db: way.db })
  const other = await open()
  await time.pass(1500)
  expect([one.station.isLeader(), other.station.isLeader()]).toEqual([true, false])
  const [here, there] = [one.listen(), other.listen()]

  way.line.isCut = true
  await time.passUntil(() => other.station.isLeader(), 5000)
  await time.pass(6000)

  expectWhole(await plays())
  // The process that is cut off computes the same plan that the others read.
  const [mine, theirs] = [one.nowPlaying(), other.nowPlaying()]
  expect(mine.now_playing?.song.id).toBe(theirs.now_playing?.song.id)
  expect(mine.clock.started_at_ms).toBe(theirs.clock.started_at_ms)
  const [a, b] = [here.bytes(), there.bytes()]
  const from = b.indexOf(a.subarray(20_000, 20_400)) - 20_000
  const length = Math.min(a.length, b.length - from) - 20_000
  expect(length / 16_000).toBeGreaterThan(10)
  expect(a.subarray(20_000, 20_000 + length).equals(b.subarray(from + 20_000, from + 20_000 + length))).toBe(true)
})

test.each([0, 400, 1100, 1900, 1999])(
  'a leader that is cut off is replaced when its lease expires, even before the next heartbeat (phase %i ms)',
  async (phaseMs) => {
    const { time, db, open } = await createWorld({ frames: 120 })
    const way = cuttable(db)
    const one = await open({ db: way.db })
    await time.pass(700)
    const other = await open()
    await time.pass(4 * heartbeatMs - 700 + phaseMs)
    expect([one.station.isLeader(), other.station.isLeader()]).toEqual([true, false])
    way.line.isCut = true
    const cutAtMs = time.steadyMs()
    await time.passUntil(() => other.station.isLeader(), 5000)
    expect(time.steadyMs() - cutAtMs).toBeLessThan(4_600)
  },
)

test('an idle station queries the database once per heartbeat, also with a second process', async () => {
  const { time, db, open } = await createWorld({ frames: 1200 })
  const counted = { transactions: 0 }
  const transaction: typeof db.transaction = (...args) => {
    counted.transactions += 1
    return db.transaction(...args)
  }
  await open()
  await time.pass(900)
  await open({ db: Object.assign(Object.create(db), { transaction }) })
  counted.transactions = 0
  await time.pass(10 * heartbeatMs)
  expect(counted.transactions).toBe(10)
})

test('a leader that shuts down cleanly is replaced at once', async () => {
  const { time, db, open } = await createWorld({ frames: 120 })
  const one = await open()
  const other = await open()
  const holders = async () =>
    (await db.execute<{ holder: string }>(sql`SELECT holder FROM radio_lease`)).rows.map(({ holder }) => holder)
  expect(await holders()).toEqual([one.station.process])
  await one.close()
  // The lease was released, so it does not have to expire.
  expect(await holders()).toEqual([])
  await time.pass(heartbeatMs)
  expect(await holders()).toEqual([other.station.process])
  expect(other.station.isLeader()).toBe(true)
})

test('a minute without the database is inaudible, and the plays are saved afterwards', async () => {
  const { library, time, db, open, plays } = await createWorld({ frames: 60 })
  const way = cuttable(db)
  const { nowPlaying, listen } = await open({ db: way.db })
  const listener = listen()
  await time.pass(500)
  way.line.isCut = true
  const known = (await plays()).length
  await time.pass(60_000)
  expect(await plays()).toHaveLength(known)
  const on = nowPlaying().now_playing!
  expect(on.sh_id).toBeGreaterThan(known)
  expect(listener.seconds()).toBeGreaterThan(63)
  way.line.isCut = false
  await time.pass(1000)
  const written = await plays()
  expect(written.length).toBeGreaterThan(on.sh_id)
  expectWhole(written)
  expect(written.find(({ position }) => position === on.sh_id)?.recordingId).toBe(on.song.id)
  // The log matches the audio: every recording in order, without a byte in between.
  const files = new Map(library.map(({ id, file }) => [id, readFileSync(file)]))
  const whole = written.slice(2, on.sh_id - 1).map(({ recordingId }) => files.get(recordingId)!)
  expect(whole.length).toBeGreaterThan(30)
  expect(listener.bytes().includes(Buffer.concat(whole))).toBe(true)
})

test('a process that may not lead plays the plan of the leader', async () => {
  const { time, open } = await createWorld({ frames: 120 })
  const follower = await open({ mayLead: false })
  await time.pass(10_000)
  expect(follower.station.isOnAir()).toBe(false)
  const leader = await open()
  await time.pass(heartbeatMs)
  expect(follower.station.isOnAir()).toBe(true)
  const [mine, theirs] = [follower.nowPlaying(), leader.nowPlaying()]
  expect(mine.now_playing).toEqual(theirs.now_playing)
  expect(mine.now_playing).not.toBeNull()
})

test('listeners of all processes are counted together, and those of a dead process no longer', async () => {
  const { time, db, open } = await createWorld({ frames: 300 })
  const way = cuttable(db)
  const one = await open({ db: way.db })
  const other = await open()
  for (const station of [one, one, other]) station.listen()
  const totals = () => [one, other].map(({ nowPlaying }) => nowPlaying().listeners.total)
  await time.pass(7000)
  expect(totals()).toEqual([3, 3])
  // The process dies without releasing anything.
  way.line.isCut = true
  await one.close()
  await time.pass(5000)
  expect(totals()[1]).toBe(3)
  await time.pass(9000)
  expect(totals()[1]).toBe(1)
})

test('a recording that becomes unreadable after it was planned is replaced in its time slot and reported, and the plan continues', async () => {
  const { library, time, open, plays } = await createWorld({ frames: 90 })
  const { station, nowPlaying, listen } = await open()
  const listener = listen()
  await time.passUntil(async () => (await plays()).length > 4, 10_000)
  const planned = (await plays()).at(-1)!
  const broken = library.find(({ id }) => id === planned.recordingId)!
  // This file cannot be read at all, like one on a failing disk.
  broken.file = '/proc/self/mem'
  await time.pass(planned.startsAtMs + 800 - time.nowMs())
  expect(nowPlaying().now_playing?.sh_id).toBe(planned.position)
  expect(nowPlaying().now_playing?.song.id).not.toBe(broken.id)
  expect(station.service.problems()).toMatchObject([
    { recordingId: broken.id, reason: 'The file cannot be read (EIO).' },
  ])
  const before = listener.seconds()
  await time.pass(3000)
  expect(listener.seconds() - before).toBeGreaterThan(2.5)
  expect(nowPlaying().now_playing?.sh_id).toBeGreaterThan(planned.position)
  expectWhole(await plays())
})

test('if one host lacks a file, its process plays another recording but announces the planned one; a leader plans only readable files', async () => {
  const { library, time, db, open, plays } = await createWorld({ frames: 400 })
  const missing = library[2]!
  const withoutFile = rotationLibrary(library.map((one) => (one === missing ? { ...one, file: '/nowhere.mp3' } : one)))
  const leader = await open()
  const other = await createTestStation({ library, rotation: withoutFile, time, db })
  const listener = other.listen()
  await time.passUntil(() => leader.nowPlaying().now_playing?.song.id === missing.id, 60_000)
  await time.pass(1000)
  expect(other.nowPlaying().now_playing).toEqual(leader.nowPlaying().now_playing)
  expect(other.station.service.problems()).toMatchObject([{ recordingId: missing.id }])
  expect(listener.seconds()).toBeGreaterThan(2.5)

  // The process without the file leads now: it replaces the recording in the plan before its turn.
  await leader.close()
  await time.passUntil(() => other.station.isLeader(), 5000)
  await time.passUntil(
    async () => !(await plays()).slice(-2).some(({ recordingId }) => recordingId === missing.id),
    30_000,
  )
  const follower = await open()
  await time.pass(25_000)
  expect(follower.nowPlaying().now_playing).toEqual(other.nowPlaying().now_playing)
  expectWhole(await plays())
})

test('a restarted station continues its plan', async () => {
  const { open } = await createWorld({ frames: 800 })
  const first = await open()
  const before = first.nowPlaying()
  await first.close()
  const after = (await open()).nowPlaying()
  expect(after.now_playing?.sh_id).toBe(before.now_playing!.sh_id)
  expect(after.clock.started_at_ms).toBe(before.clock.started_at_ms)
})

test('rows from a clock that was a day ahead do not keep the station off air, and all processes continue identically', async () => {
  const { time, db, open, plays } = await createWorld({ frames: 200 })
  await (await open()).close()
  // The first play was over before the clock was set.
  await db.execute(sql`UPDATE radio_plays SET starts_at_ms = starts_at_ms - 120000 WHERE position = 1`)
  await db.execute(sql`UPDATE radio_plays SET starts_at_ms = starts_at_ms + 86400000 WHERE position > 1`)
  const highest = (await plays()).at(-1)!.position
  const startedAtMs = time.nowMs()
  const leader = await open()
  const follower = await open({ mayLead: false })
  const [next] = await listPlaysFrom(db, highest + 1)
  expect([next!.position, next!.startsAtMs]).toEqual([highest + 1, startedAtMs - 3000])
  const [mine, theirs] = [leader.nowPlaying(), follower.nowPlaying()]
  expect(mine.now_playing?.sh_id).toBeGreaterThan(highest)
  expect(theirs.now_playing?.sh_id).toBe(mine.now_playing?.sh_id)
  expect(theirs.clock.started_at_ms).toBe(mine.clock.started_at_ms)
  expect(mine.song_history.filter(({ played_at }) => played_at * 1000 > time.nowMs())).toEqual([])
  expect(follower.listen().seconds()).toBeGreaterThan(2.5)
})

/** Creates a leading process whose lease can be taken over while it measures a file. */
async function openLeader() {
  const recordings = await testLibrary({ count: 6, frames: 800 })
  const time = manualTime()
  const db = await database.inTime(time)
  const world = { rotation: rotationLibrary(recordings.slice(0, 3)), isRobbed: false }
  const library: RotationLibrary = {
    recordings: () => world.rotation.recordings(),
    premieres: () => world.rotation.premieres(),
    recordingOf: (play) => world.rotation.recordingOf(play),
  }
  const rob = async () => world.isRobbed && db.execute(sql`UPDATE radio_lease SET holder = ${randomUUID()}::uuid`)
  const { plan, playout } = createTestPlayout({ library, db, time, whileMeasuring: rob })
  /** Releases the lease of the other process, and lets this one heartbeat again. */
  const leadAgain = async () => {
    world.isRobbed = false
    await db.execute(sql`DELETE FROM radio_lease`)
    await playout.heartbeat()
  }
  return { recordings, time, world, plan, playout, leadAgain, plays: () => listPlaysFrom(db, 1) }
}

test('a process that loses the lease while measuring a file saves nothing until it leads again', async () => {
  const { world, plan, playout, leadAgain, plays } = await openLeader()
  world.isRobbed = true
  await playout.heartbeat()
  expect(await plays()).toEqual([])
  const unwritten = plan.unwritten()
  expect(unwritten).toHaveLength(3)
  await leadAgain()
  expect([await plays(), plan.unwritten()]).toEqual([unwritten, []])
})

test('a process with an expired plan and nothing to play still leads, and plans once there is a recording', async () => {
  const { recordings, time, world, playout, plays } = await openLeader()
  await playout.heartbeat()
  world.rotation = rotationLibrary([])
  await time.pass(120_000)
  await playout.heartbeat()
  expect([playout.isLeader(), (await plays()).length]).toEqual([true, 3])
  world.rotation = rotationLibrary(recordings)
  await playout.heartbeat()
  expect((await plays()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6])
})

test('planned plays of removed recordings are replaced only if others exist and this process leads', async () => {
  const { recordings, world, plan, playout, leadAgain, plays } = await openLeader()
  await playout.heartbeat()
  const planned = await plays()
  world.rotation = rotationLibrary([])
  await playout.heartbeat()
  expect([playout.isLeader(), await plays()]).toEqual([true, planned])

  world.rotation = rotationLibrary(recordings.slice(3))
  world.isRobbed = true
  await playout.heartbeat()
  expect([await plays(), plan.all()]).toEqual([planned, planned])
  await leadAgain()
  const replaced = await plays()
  expect(plan.all()).toEqual(replaced)
  expect(replaced[0]).toEqual(planned[0])
  expect(replaced.slice(1).every(({ recordingId }) => recordings.slice(3).some(({ id }) => id === recordingId))).toBe(
    true,
  )
  expectWhole(replaced)
})

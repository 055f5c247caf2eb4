import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { nowPlayingSchema } from '#features/radio/contract.ts'
import { endsAtMs, type Play } from './plan.ts'
import { listPlaysFrom } from './queries.ts'
import { listenTo, openTestStation, testLibrary, testStationDatabase, until } from './test-station.ts'

/** A way to the database that can be cut, for one process alone. */
function cuttable(db: NodePgDatabase) {
  const line = { isCut: false }
  const cut = new Proxy(db, {
    get(target, name) {
      if (line.isCut) throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED', syscall: 'connect' })
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: cut, line }
}

function expectWhole(plays: Play[]): void {
  for (const [i, play] of plays.entries()) {
    const before = plays[i - 1]
    if (!before) continue
    expect(play.position).toBe(before.position + 1)
    expect(play.startsAtMs).toBe(endsAtMs(before))
  }
}

/** Waits until a play has neither just begun nor is about to end: two processes do not see that at the same instant. */
async function midPlay(station: { service: { nowPlaying(): { clock: { next_starts_at_ms: number | null } } } }): Promise<void> {
  await until(() => {
    const left = (station.service.nowPlaying().clock.next_starts_at_ms ?? 0) - Date.now()
    return left > 400 && left < 1200
  })
}

test('a first start plans the present and two more, and begins in time for a whole burst', async () => {
  const library = await testLibrary({ frames: 800 })
  const { db } = await testStationDatabase()
  const before = Date.now()
  const { station } = await openTestStation({ library, database: { db } })
  const now = Date.now()
  const plays = await listPlaysFrom(db, 1)
  expect(plays.length).toBeGreaterThanOrEqual(3)
  expectWhole(plays)
  expect(now - plays[0]!.startsAtMs).toBeGreaterThan(2900)
  expect(now - plays[0]!.startsAtMs).toBeLessThan(5500)
  expect(before - plays[0]!.startsAtMs).toBeLessThan(3200)
  const { now_playing, playing_next, clock, is_online } = nowPlayingSchema.parse(station.service.nowPlaying())
  expect(is_online).toBe(true)
  expect([now_playing?.song.id, playing_next?.song.id]).toEqual([plays[0]!.recordingId, plays[1]!.recordingId])
  expect(clock.next_starts_at_ms).toBe(plays[1]!.startsAtMs)
})

test('of two processes one leads; cut off, the other leads within five seconds, and all listeners hear the very same sound on', async () => {
  const library = await testLibrary({ frames: 60 })
  const { db } = await testStationDatabase()
  const way = cuttable(db)
  const one = await openTestStation({ library, database: { db: way.db } })
  const other = await openTestStation({ library, database: { db } })
  await sleep(1500)
  expect([one.station.isLeader(), other.station.isLeader()]).toEqual([true, false])
  const [here, there] = await Promise.all([listenTo(one.port), listenTo(other.port)])

  way.line.isCut = true
  const cutAt = performance.now()
  await until(() => other.station.isLeader(), 6000)
  expect(performance.now() - cutAt).toBeLessThan(5200)
  await sleep(4000)

  expectWhole(await listPlaysFrom(db, 1))
  await midPlay(other.station)
  // The one that is cut off works out alone what the others read.
  const [mine, theirs] = [one.station.service.nowPlaying(), other.station.service.nowPlaying()]
  expect(mine.now_playing?.song.id).toBe(theirs.now_playing?.song.id)
  expect(mine.clock.started_at_ms).toBe(theirs.clock.started_at_ms)
  const [a, b] = [here.bytes(), there.bytes()].toSorted((x, y) => x.length - y.length) as [Buffer, Buffer]
  const from = b.indexOf(a.subarray(20_000, 20_400)) - 20_000
  const length = Math.min(a.length, b.length - from) - 20_000
  expect(length / 16_000).toBeGreaterThan(7)
  expect(a.subarray(20_000, 20_000 + length).equals(b.subarray(from + 20_000, from + 20_000 + length))).toBe(true)
})

test('a leader that leaves kindly is followed at once', async () => {
  const library = await testLibrary({ frames: 120 })
  const { db } = await testStationDatabase()
  const one = await openTestStation({ library, database: { db } })
  const other = await openTestStation({ library, database: { db } })
  const holders = async () => (await db.execute<{ holder: string }>(sql`SELECT holder FROM radio_lease`)).rows.map(({ holder }) => holder)
  const [leader] = await holders()
  expect(leader).toBeDefined()
  await one.close()
  // Nobody has to wait until it runs out.
  expect(await holders()).not.toContain(leader)
  await until(() => other.station.isLeader(), 2000)
})

test('without the database the station plays on, and writes down afterwards what was played', async () => {
  const library = await testLibrary({ frames: 60 })
  const { db } = await testStationDatabase()
  const way = cuttable(db)
  const { station, port } = await openTestStation({ library, database: { db: way.db } })
  const listener = await listenTo(port)
  await sleep(500)
  way.line.isCut = true
  const known = (await listPlaysFrom(db, 1)).length
  await sleep(9000)
  expect((await listPlaysFrom(db, 1)).length).toBe(known)
  const on = station.service.nowPlaying().now_playing!
  expect(on.sh_id).toBeGreaterThan(known)
  expect(listener.bytes().length / 16_000).toBeGreaterThan(10)
  way.line.isCut = false
  await until(async () => (await listPlaysFrom(db, 1)).length > on.sh_id, 3000)
  const plays = await listPlaysFrom(db, 1)
  expectWhole(plays)
  expect(plays.find(({ position }) => position === on.sh_id)?.recordingId).toBe(on.song.id)
  // And it is what was heard: every recording of the log, in its order.
  const heard = listener.bytes()
  const places = plays
    .slice(1, on.sh_id - 1)
    .map(({ recordingId }) => heard.indexOf(readFileSync(library.find(({ id }) => id === recordingId)!.file)))
  expect(places.every((place) => place > 0)).toBe(true)
})

test('a process that may not lead plays what the leader plans', async () => {
  const library = await testLibrary({ frames: 120 })
  const { db } = await testStationDatabase()
  const follower = await openTestStation({ library, database: { db }, mayLead: false, waitForAir: false })
  await sleep(1500)
  expect(follower.station.isOnAir()).toBe(false)
  const leader = await openTestStation({ library, database: { db } })
  await until(() => follower.station.isOnAir(), 4000)
  await midPlay(leader.station)
  const sounding = () => [follower, leader].map(({ station }) => station.service.nowPlaying().now_playing?.sh_id)
  expect(sounding()[0]).toBe(sounding()[1])
})

test('listeners of all processes are counted together, and those of a dead one no more', async () => {
  const library = await testLibrary({ frames: 300 })
  const { db } = await testStationDatabase()
  const one = await openTestStation({ library, database: { db } })
  const other = await openTestStation({ library, database: { db } })
  await Promise.all([listenTo(one.port), listenTo(one.port), listenTo(other.port)])
  const totals = () => [one, other].map(({ station }) => station.service.nowPlaying().listeners.total)
  await until(() => totals().every((total) => total === 3), 8000)
  await db.execute(sql`UPDATE radio_listeners SET seen_at = now() - interval '11 seconds'`)
  await one.close()
  await db.execute(sql`UPDATE radio_listeners SET seen_at = now() - interval '11 seconds'`)
  await until(() => totals()[1] === 1, 5000)
})

test('a recording that breaks after it was planned is replaced in its time, reported, and the plan goes on', async () => {
  const library = await testLibrary({ frames: 90 })
  const { db } = await testStationDatabase()
  const { station, port } = await openTestStation({ library, database: { db } })
  const listener = await listenTo(port)
  await until(async () => (await listPlaysFrom(db, 1)).length > 4)
  const planned = (await listPlaysFrom(db, 1)).at(-1)!
  const broken = library.find(({ id }) => id === planned.recordingId)!
  // What cannot be read at all, as from a dying disk.
  broken.file = '/proc/self/mem'
  await until(() => Date.now() > planned.startsAtMs + 800, 12_000)
  const { now_playing } = station.service.nowPlaying()
  expect(now_playing?.sh_id).toBe(planned.position)
  expect(now_playing?.song.id).not.toBe(broken.id)
  expect(station.service.problems()).toMatchObject([{ recordingId: broken.id, reason: 'Its file cannot be read (EIO).' }])
  const before = listener.bytes().length
  await sleep(3000)
  expect((listener.bytes().length - before) / 16_000).toBeGreaterThan(2.2)
  expect(station.service.nowPlaying().now_playing?.sh_id).toBeGreaterThan(planned.position)
  expectWhole(await listPlaysFrom(db, 1))
})

test('a station started again goes on with its plan', async () => {
  const library = await testLibrary({ frames: 800 })
  const { db } = await testStationDatabase()
  const first = await openTestStation({ library, database: { db } })
  const before = first.station.service.nowPlaying()
  await first.close()
  const second = await openTestStation({ library, database: { db } })
  const after = second.station.service.nowPlaying()
  expect(after.now_playing?.sh_id).toBe(before.now_playing?.sh_id)
  expect(after.clock.started_at_ms).toBe(before.clock.started_at_ms)
})

test('rows from a clock that once stood a day ahead keep nobody off the air, and all processes go on alike', async () => {
  const library = await testLibrary({ frames: 200 })
  const { db } = await testStationDatabase()
  const first = await openTestStation({ library, database: { db } })
  await first.close()
  // The first was over before the clock leapt.
  await db.execute(sql`UPDATE radio_plays SET starts_at_ms = starts_at_ms - 120000 WHERE position = 1`)
  await db.execute(sql`UPDATE radio_plays SET starts_at_ms = starts_at_ms + 86400000 WHERE position > 1`)
  const highest = (await listPlaysFrom(db, 1)).at(-1)!.position
  const leader = await openTestStation({ library, database: { db } })
  const follower = await openTestStation({ library, database: { db }, mayLead: false })
  const now = Date.now()
  const next = (await listPlaysFrom(db, highest + 1))[0]!
  expect(next.position).toBe(highest + 1)
  expect(Math.abs(now - next.startsAtMs)).toBeLessThan(8000)
  await until(() => follower.station.service.nowPlaying().now_playing !== null)
  await midPlay(leader.station)
  const [mine, theirs] = [leader, follower].map(({ station }) => station.service.nowPlaying())
  expect(mine!.now_playing?.sh_id).toBeGreaterThan(highest)
  expect(theirs!.now_playing?.sh_id).toBe(mine!.now_playing?.sh_id)
  expect(theirs!.clock.started_at_ms).toBe(mine!.clock.started_at_ms)
  expect(mine!.song_history.filter(({ played_at }) => played_at * 1000 > now)).toEqual([])
  const listener = await listenTo(follower.port)
  await until(() => listener.bytes().length > 40_000)
})

import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Database } from '#platform/database/open-database.ts'
import type { Recording } from '#features/radio/contract.ts'
import { Plan } from './plan.ts'
import { Playout } from './playout.ts'
import { AudioCache } from './audio-cache.ts'
import { createStation } from './station.ts'
import { StationClock } from './station-clock.ts'
import type { ManualTime } from './test-time.ts'
import { type RotationLibrary, rotationLibrary } from './rotation-library.ts'

export const testOrigin = 'http://radio.test'

/** A database that is unreachable. */
export const lostDatabase = new Proxy({} as Database['db'], { get: refuse })

function refuse(): never {
  throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED', syscall: 'connect' })
}

/** Wraps a database so that the connection of a single process can be cut. */
export function cuttable(db: Database['db']): { db: Database['db']; line: { isCut: boolean } } {
  const line = { isCut: false }
  const cut = new Proxy(db, {
    get(target, name) {
      if (line.isCut) refuse()
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: cut, line }
}

/** Creates a station half a second after its start: with a database and something to play it is on air. */
export async function createTestStation({
  library,
  rotation = rotationLibrary(library),
  db = lostDatabase,
  time,
  mayLead = true,
}: {
  library: Recording[]
  /** Absent: all of `library`, without premieres. */
  rotation?: RotationLibrary
  db?: Database['db']
  time: ManualTime
  mayLead?: boolean
}) {
  const log = { info: () => {}, warn: () => {} }
  const station = createStation({
    db,
    library: rotation,
    mayLead,
    origin: testOrigin,
    stationName: () => 'Swade Radio',
    clock: time.clock,
    time,
    log,
  })
  onTestFinished(() => station.stop())
  await station.start()
  await time.pass(500)
  return {
    station,
    nowPlaying: () => station.service.nowPlaying(),
    listen() {
      const listener = new TestListener()
      station.transmitter.add(listener, { head: Buffer.alloc(0), wantsTitles: false })
      return listener
    },
    close: () => station.stop(),
  }
}

/**
 * Creates the playout of a process with access to its plan; `whileMeasuring` is awaited whenever it measures a file.
 */
export function createTestPlayout({
  library,
  db = lostDatabase,
  time,
  whileMeasuring = async () => {},
}: {
  library: RotationLibrary
  db?: Database['db']
  time: ManualTime
  whileMeasuring?: () => Promise<unknown>
}) {
  const log = { info: () => {}, warn: () => {} }
  const plan = new Plan()
  let heartbeats = 0
  class InterruptedAudioCache extends AudioCache {
    override async measure(recording: Recording) {
      await whileMeasuring()
      return super.measure(recording)
    }
  }
  const playout = new Playout({
    db,
    plan,
    clock: new StationClock(time.clock, time.steadyMs),
    time,
    audioCache: new InterruptedAudioCache({ log, nowMs: time.nowMs }),
    library,
    mayLead: true,
    process: randomUUID(),
    leadMs: 3000,
    listeners: () => 0,
    onHeartbeat: () => (heartbeats += 1),
    log,
  })
  return { plan, playout, heartbeats: () => heartbeats }
}

/** The connection of a listener: it accepts everything at once or, while stuck, nothing. */
export class TestListener extends Writable {
  readonly chunks: Buffer[] = []
  isStuck = false
  #release: (() => void) | undefined

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const take = () => {
      this.chunks.push(chunk)
      done()
    }
    if (this.isStuck) this.#release = take
    else take()
  }

  letGo(): void {
    this.isStuck = false
    this.#release?.()
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks)
  }

  /** Length of what this listener received, in seconds at the 128 kbit/s of the test recordings. */
  seconds(): number {
    return this.bytes().length / 16_000
  }
}

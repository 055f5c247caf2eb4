import { isUnavailable } from '#platform/database/unavailable-error.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Recording } from '#features/radio/contract.ts'
import { endsAtMs, nextStartMs, type Plan, type Play } from './plan.ts'
import {
  deleteLease,
  insertPlay,
  listLatestPlays,
  listPlaysFrom,
  savePeak,
  readDatabaseClock,
  replacePlays,
  shareListeners,
  acquireLease,
} from './queries.ts'
import { firstToReplan, replanMs, waitingPremieres } from './replan.ts'
import { chooseRecording, rotationMemory } from './rotation.ts'
import type { AudioCache } from './audio-cache.ts'
import type { StationClock } from './station-clock.ts'
import type { StationTime } from './station-time.ts'
import type { RotationLibrary } from './rotation-library.ts'

/** Each heartbeat is a transaction: they make up most of the database load of an idle site. */
export const heartbeatMs = 2000
/** Lease duration; the others try to take it when it expires, so a dead leader is replaced within five seconds. */
const leaseSeconds = 4.3
/** Delay after the expiry of another process's lease before trying to take it, in milliseconds. */
const expiredMs = 50
/** Plays planned beyond the current one. */
const ahead = 2
/** Number of past plays in the history. */
const history = 10
/** Time without the database after which each process extends the plan by itself. */
const aloneMs = 3000
/** Time before the end of the plan at which a follower no longer waits for the leader. */
const nearlyOverMs = 15_000
/** Heartbeats between two shared listener counts. */
const heartbeatsPerCount = 2

type Log = { info(details: object, message: string): void; warn(details: object, message: string): void }

type Options = {
  db: Database['db']
  plan: Plan
  clock: StationClock
  time: StationTime
  audioCache: AudioCache
  library: RotationLibrary
  /** True if this process may extend the plan for all. */
  mayLead: boolean
  /** Id of this process, a UUID. */
  process: string
  /** Time before now at which a first play begins, in milliseconds. */
  leadMs: number
  listeners(): number
  /** Called after each heartbeat. */
  onHeartbeat(): unknown
  log: Log
}

/**
 * Keeps the plan of this process in sync: each heartbeat reads the plan from the database and, holding the lease,
 * extends it. The next play is a pure function of the previous ones, so without the database every process computes the
 * same plan; missed plays are written once the database is back.
 *
 * @see docs/decisions/006-station.md
 */
export class Playout {
  readonly #options: Options
  #isLeader = false
  #heardAtMs = -Infinity
  #startedAtMs = 0
  #knowsPlan = false
  #elsewhere = 0
  #peak = { position: NaN, listeners: 0 }
  #heartbeats = 0
  #extending: Promise<void> | undefined
  #beating: Promise<void> | undefined
  #endTimers: (() => void)[] = []
  #cancelTakeover = () => {}
  #isStopped = true

  constructor(options: Options) {
    this.#options = options
  }

  isLeader(): boolean {
    return this.#isLeader
  }

  /** Returns the last known number of listeners on other processes. */
  listenersElsewhere(): number {
    return this.#elsewhere
  }

  /** Starts the heartbeat; resolves after the first exchange with the database. */
  async start(): Promise<void> {
    if (!this.#isStopped) return
    this.#isStopped = false
    this.#startedAtMs = this.#options.clock.steadyMs()
    // Two timers, because a hanging database blocks the heartbeat but must not block extending the plan.
    const { time } = this.#options
    this.#endTimers = [time.every(heartbeatMs, () => this.#beat()), time.every(heartbeatMs, () => this.extend())]
    await this.#beat()
  }

  /** Reads the plan after a process changed it; the leader made the change itself. */
  async refresh(): Promise<void> {
    // A heartbeat in progress may have read the plan before the change.
    await this.#beating
    if (!this.#isStopped && !this.#isLeader) await this.#beat()
  }

  #beat(): Promise<void> {
    return (this.#beating ??= this.heartbeat().finally(() => (this.#beating = undefined)))
  }

  /** Stops and releases the lease, so that another process takes over at once. */
  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    for (const end of this.#endTimers.splice(0)) end()
    this.#cancelTakeover()
    const releaseLease = async () => {
      await this.#beating
      if (this.#isLeader) await deleteLease(this.#options.db, this.#options.process)
    }
    await Promise.race([releaseLease().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 1000).unref())])
    this.#isLeader = false
  }

  /** Exchanges state with the database once. */
  async heartbeat(): Promise<void> {
    const { db, clock, mayLead, process, log, listeners } = this.#options
    try {
      const isCounting = this.#heartbeats++ % heartbeatsPerCount === 0
      await db.transaction(async (tx) => {
        const requestedMs = clock.steadyMs()
        const lease = mayLead
          ? await acquireLease(tx, process, leaseSeconds)
          : { isAcquired: false, nowMs: await readDatabaseClock(tx), leftMs: Infinity }
        clock.measure(lease.nowMs, requestedMs, clock.steadyMs())
        if (lease.isAcquired !== this.#isLeader) log.info({ leads: lease.isAcquired }, 'station leader changed')
        this.#isLeader = lease.isAcquired
        this.#planTakeover(lease.isAcquired ? Infinity : lease.leftMs)
        await this.#read(tx)
        if (isCounting) this.#elsewhere = await shareListeners(tx, process, listeners())
      })
      this.#heardAtMs = clock.steadyMs()
      await this.extend()
      if (this.#isLeader) {
        await this.#writeDown()
        await this.#replan()
      }
      if (isCounting) await this.#savePeak()
    } catch (error) {
      if (this.#isLeader) log.warn({ err: error }, 'station lost the database; playing from the local plan')
      else if (!isUnavailable(error)) log.warn({ err: error }, 'reading the station plan failed')
      this.#isLeader = false
    }
    this.#options.onHeartbeat()
  }

  /** Schedules an extra heartbeat for the expiry of another process's lease, if that is before the next heartbeat. */
  #planTakeover(leftMs: number): void {
    this.#cancelTakeover()
    if (this.#isStopped || leftMs + expiredMs >= heartbeatMs) return
    this.#cancelTakeover = this.#options.time.after(leftMs + expiredMs, () => this.#beat())
  }

  /** Extends the plan as needed. */
  extend(): Promise<void> {
    return (this.#extending ??= this.#extend()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'extending the station plan failed'))
      .finally(() => (this.#extending = undefined)))
  }

  async #extend(): Promise<void> {
    const { plan, clock } = this.#options
    const { library } = this.#options
    while (this.#isNeeded(clock.nowMs())) {
      const last = plan.last()
      const next = await this.#following(plan.all())
      if (!next) return
      // While a file was measured, the plan may have changed through the database.
      if (plan.last() === last) plan.append(next)
    }
    const current = plan.at(clock.nowMs()) ?? plan.last()
    if (current) plan.forgetBefore(current.position - Math.max(history, rotationMemory(library.recordings().length)))
  }

  #isNeeded(nowMs: number): boolean {
    const { plan, clock, mayLead } = this.#options
    const last = plan.last()
    const isAlone = clock.steadyMs() - Math.max(this.#heardAtMs, this.#startedAtMs) > aloneMs
    if (this.#isLeader ? this.#knowsPlan : isAlone && (last !== undefined || mayLead)) {
      if (!last || endsAtMs(last) <= nowMs || plan.isAstray(nowMs)) return true
      const current = plan.at(nowMs)
      return current !== undefined && last.position < current.position + ahead
    }
    const leftMs = last && !plan.isAstray(nowMs) ? endsAtMs(last) - nowMs : 0
    return leftMs > 0 && leftMs < nearlyOverMs
  }

  /** Returns the play after `plays`: one of `first` if there are any, otherwise the choice of the rotation. */
  async #following(plays: readonly Play[], first: readonly Recording[] = []): Promise<Play | undefined> {
    const { plan, clock, audioCache, leadMs, library } = this.#options
    const last = plays.at(-1)
    const position = (last?.position ?? 0) + 1
    const before = plays.map(({ recordingId }) => recordingId)
    const preferred = [...first]
    let usable = library.recordings().filter((recording) => audioCache.isUsable(recording))
    for (;;) {
      const recording = preferred.shift() ?? chooseRecording(position, before, usable)
      if (!recording) return undefined
      const length = await audioCache.measure(recording)
      if (length) {
        const { id: recordingId, title, artist } = recording
        const nowMs = clock.nowMs()
        // The last play was planned while the clock was ahead; waiting for it would mean silence until then.
        const startsAtMs = nextStartMs(plan.isAstray(nowMs) ? undefined : last, nowMs, leadMs)
        return {
          position,
          recordingId,
          title,
          artist,
          startsAtMs,
          frameCount: length.frameCount,
          sampleRate: length.sampleRate,
        }
      }
      usable = usable.filter(({ id }) => id !== recording.id)
    }
  }

  async #read(db: Pick<Database['db'], 'select' | 'execute' | 'delete'>): Promise<void> {
    const { plan, clock } = this.#options
    const current = plan.at(clock.nowMs()) ?? plan.last()
    if (this.#knowsPlan && current) {
      const from = Math.min(current.position, plan.unwritten()[0]?.position ?? Infinity)
      plan.adopt(await listPlaysFrom(db, from), from)
    } else {
      const rows = await listLatestPlays(
        db,
        Math.max(history, rotationMemory(this.#options.library.recordings().length)) + ahead + 1,
      )
      plan.adopt(rows, rows[0]?.position ?? 1)
    }
    this.#knowsPlan = true
  }

  /**
   * Adds premieres to the plan, and replaces future plays whose recording was removed or changed in length. Only
   * through the database, because a change that only one process applied would make the streams differ.
   */
  async #replan(): Promise<void> {
    const { db, plan, clock, audioCache, library, process } = this.#options
    const nowMs = clock.nowMs()
    const current = plan.at(nowMs)
    const last = plan.last()
    if (!current || !last || plan.unwritten().length > 0 || plan.isAstray(nowMs)) return
    const isUsable = (recording: Recording) => audioCache.isUsable(recording)
    const first = firstToReplan({
      plays: plan.all(),
      current,
      nowMs,
      library,
      isUsable,
      lengthOf: (id) => audioCache.find(id),
    })
    if (!first) return
    const retained = plan.all().filter(({ position }) => position < first.position)
    const plays: Play[] = []
    while (first.position + plays.length <= last.position) {
      const known = [...retained, ...plays]
      const next = await this.#following(known, waitingPremieres({ plays: known, library, isUsable }))
      if (!next) return
      plays.push(next)
    }
    // Another process leads, or the play came too close meanwhile: the next heartbeat checks again.
    if (!(await replacePlays(db, process, plays, replanMs))) return
    plan.adopt(plays, first.position)
  }

  async #savePeak(): Promise<void> {
    const { db, plan, clock, listeners } = this.#options
    const current = this.#isLeader ? plan.at(clock.nowMs()) : undefined
    if (!current) return
    const count = listeners() + this.#elsewhere
    const { position } = current
    // The saved maximum never decreases.
    if (this.#peak.position === position && this.#peak.listeners >= count) return
    await savePeak(db, position, count)
    this.#peak = { position, listeners: count }
  }

  async #writeDown(): Promise<void> {
    const { db, plan, process } = this.#options
    for (const play of plan.unwritten()) {
      // Another process wrote this play or leads now; its plan is read at the next heartbeat.
      if (!(await insertPlay(db, process, play))) return
      plan.markWritten(play.position)
    }
  }
}

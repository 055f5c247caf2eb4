import { samplesPerFrame } from '#platform/recordings/frames/mp3-frames.ts'

/** One play of a recording at a planned time. It is written once and later serves as the log. */
export type Play = {
  /** Increases by one with every play and is never reused. */
  position: number
  recordingId: string
  title: string
  artist: string
  /**
   * Unix milliseconds of the station's clock as an integer, so that every process computes with exactly the same
   * numbers.
   */
  startsAtMs: number
  frameCount: number
  /** Hertz. */
  sampleRate: number
}

/** After a gap this long no listener is still connected, so the next play begins now. */
const maxGapMs = 60_000

/** A play this far in the future, with nothing on air, was planned before the clock was set back. */
const farAheadMs = 5000

/** Returns the duration of one frame in milliseconds. */
export function frameMs(sampleRate: number): number {
  return (samplesPerFrame(sampleRate) * 1000) / sampleRate
}

/** Returns the time a play ends, in Unix milliseconds. */
export function endsAtMs({
  startsAtMs,
  frameCount,
  sampleRate,
}: Pick<Play, 'startsAtMs' | 'frameCount' | 'sampleRate'>): number {
  return startsAtMs + Math.round(frameCount * frameMs(sampleRate))
}

/**
 * Returns the start of the play after `last`: its end, or now after a long gap or for the first play.
 *
 * @param leadMs How far in the past a new plan begins, so that its first listener gets a whole burst.
 */
export function nextStartMs(last: Play | undefined, nowMs: number, leadMs: number): number {
  if (last && nowMs - endsAtMs(last) < maxGapMs) return endsAtMs(last)
  return Math.round(nowMs - leadMs)
}

/**
 * Plays known to this process, oldest first, without gaps in position. Rows of the database win over plays computed
 * locally.
 */
export class Plan {
  #plays: Play[] = []
  readonly #unwritten = new Set<number>()

  all(): readonly Play[] {
    return this.#plays
  }

  last(): Play | undefined {
    return this.#plays.at(-1)
  }

  at(nowMs: number): Play | undefined {
    return this.#valid().find((play) => play.startsAtMs <= nowMs && nowMs < endsAtMs(play))
  }

  /** Returns the first play that has not ended at a time. */
  firstAfter(ms: number): Play | undefined {
    return this.#valid().find((play) => ms < endsAtMs(play))
  }

  /** Returns whether the next play is unintentionally far in the future, so that a new play must not wait for it. */
  isAstray(nowMs: number): boolean {
    const next = this.firstAfter(nowMs)
    return next !== undefined && next.startsAtMs - nowMs > farAheadMs
  }

  /** Returns the newest plays in sequence: a play that begins before an older one replaces all older ones. */
  #valid(): Play[] {
    const boundary = this.#plays.findLastIndex((play, i) => i > 0 && play.startsAtMs < this.#plays[i - 1]!.startsAtMs)
    return boundary < 0 ? this.#plays : this.#plays.slice(boundary)
  }

  find(position: number): Play | undefined {
    const first = this.#plays[0]
    return first && this.#plays[position - first.position]
  }

  /** Appends a play that is not in the database yet. */
  append(play: Play): void {
    this.#plays.push(play)
    this.#unwritten.add(play.position)
  }

  unwritten(): Play[] {
    return this.#plays.filter(({ position }) => this.#unwritten.has(position))
  }

  markWritten(position: number): void {
    this.#unwritten.delete(position)
  }

  /**
   * Replaces plays from a position on with those of the database.
   *
   * @param rows All of its plays from `from`, in order. A local play that is missing there must be saved (again).
   */
  adopt(rows: readonly Play[], from: number): void {
    const last = this.last()
    const othersWentOn = last !== undefined && rows[0] !== undefined && rows[0].position > last.position + 1
    const differs = rows.some((row) => {
      const own = this.find(row.position)
      return own && !isSame(own, row)
    })
    const reported = new Set(rows.map(({ position }) => position))
    const retained = othersWentOn
      ? []
      : // Plays after one that turned out differently were computed from a play that does not exist.
        this.#plays.filter(({ position }) => position < from || (!differs && !reported.has(position)))
    for (const position of reported) this.#unwritten.delete(position)
    for (const { position } of retained) if (position >= from) this.#unwritten.add(position)
    this.#plays = [...retained, ...rows].toSorted((a, b) => a.position - b.position)
    const known = new Set(this.#plays.map(({ position }) => position))
    for (const position of this.#unwritten) if (!known.has(position)) this.#unwritten.delete(position)
  }

  /** Drops plays before a position; plays that are not in the database yet stay. */
  forgetBefore(position: number): void {
    const from = Math.min(position, ...this.#unwritten)
    if (this.#plays[0] && this.#plays[0].position < from)
      this.#plays = this.#plays.filter((play) => play.position >= from)
  }
}

function isSame(one: Play, other: Play): boolean {
  return (
    one.recordingId === other.recordingId && one.startsAtMs === other.startsAtMs && one.frameCount === other.frameCount
  )
}

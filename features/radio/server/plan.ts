import { samplesPerFrame } from '#platform/recordings/frames/mp3-frames.ts'

/** One recording at its place in time. Written once, it is what plays, and afterwards what was played. */
export type Play = {
  /** One higher with every play, for good. */
  position: number
  recordingId: string
  title: string
  artist: string
  /** Unix milliseconds of the station's clock, whole: so that every process counts with the very same numbers. */
  startsAtMs: number
  frameCount: number
  /** Hertz. */
  sampleRate: number
}

/** Behind a hole this long nobody can still be listening to what went before, so the next play begins now. */
const maxGapMs = 60_000

/** With none on, no play begins so far in the future, unless it was planned before the clock was set back. */
const farAheadMs = 5000

/** How long one frame sounds, in milliseconds. */
export function frameMs(sampleRate: number): number {
  return (samplesPerFrame(sampleRate) * 1000) / sampleRate
}

/** The instant a play is over and the next begins. */
export function endsAtMs({
  startsAtMs,
  frameCount,
  sampleRate,
}: Pick<Play, 'startsAtMs' | 'frameCount' | 'sampleRate'>): number {
  return startsAtMs + Math.round(frameCount * frameMs(sampleRate))
}

/**
 * When the play after `last` begins: where it ends, and after a long hole, or as the very first, now.
 *
 * @param leadMs How far in the past a fresh beginning lies, so that its first listener gets a whole burst.
 */
export function nextStartMs(last: Play | undefined, nowMs: number, leadMs: number): number {
  if (last && nowMs - endsAtMs(last) < maxGapMs) return endsAtMs(last)
  return Math.round(nowMs - leadMs)
}

/**
 * The plays this process knows, oldest first, positions without a gap. The database's word wins over what was only
 * worked out here.
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

  /** The first play that is not over at an instant. */
  firstAfter(ms: number): Play | undefined {
    return this.#valid().find((play) => ms < endsAtMs(play))
  }

  /** Whether what comes next lies in a future that was never meant, so that a new play must not wait for its end. */
  isAstray(nowMs: number): boolean {
    const next = this.firstAfter(nowMs)
    return next !== undefined && next.startsAtMs - nowMs > farAheadMs
  }

  /**
   * The newest plays that follow each other in time: a play that begins before an older one took the place of all older
   * ones.
   */
  #valid(): Play[] {
    const turn = this.#plays.findLastIndex((play, i) => i > 0 && play.startsAtMs < this.#plays[i - 1]!.startsAtMs)
    return turn < 0 ? this.#plays : this.#plays.slice(turn)
  }

  find(position: number): Play | undefined {
    const first = this.#plays[0]
    return first && this.#plays[position - first.position]
  }

  /** Goes on with a play nobody else knows yet. */
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
   * Takes over what the database holds from a position on.
   *
   * @param rows All of its plays from `from`, in order. A play of ours that is not among them is to be written (again).
   */
  adopt(rows: readonly Play[], from: number): void {
    const last = this.last()
    const othersWentOn = last !== undefined && rows[0] !== undefined && rows[0].position > last.position + 1
    const differs = rows.some((row) => {
      const own = this.find(row.position)
      return own && !isSame(own, row)
    })
    const told = new Set(rows.map(({ position }) => position))
    const kept = othersWentOn
      ? []
      : // What follows a play that came out otherwise was worked out from something that never was.
        this.#plays.filter(({ position }) => position < from || (!differs && !told.has(position)))
    for (const position of told) this.#unwritten.delete(position)
    for (const { position } of kept) if (position >= from) this.#unwritten.add(position)
    this.#plays = [...kept, ...rows].toSorted((a, b) => a.position - b.position)
    const known = new Set(this.#plays.map(({ position }) => position))
    for (const position of this.#unwritten) if (!known.has(position)) this.#unwritten.delete(position)
  }

  /** Drops what lies further back than anybody asks for; what is not written down stays. */
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

import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { type Storage, withFileAt } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { Recording, RecordingProblem } from '#features/radio/contract.ts'
import { formatProblemOf } from './station-format.ts'
import { findFrames, samplesPerFrame } from '#platform/recordings/frames/mp3-frames.ts'

/** Audio of one recording: whole frames without gaps. */
export type Sound = {
  recordingId: string
  bytes: Buffer
  /** Offset of each frame in `bytes`, plus one entry for the end of the last frame. */
  bounds: Uint32Array
  frameCount: number
  /** Hertz. */
  sampleRate: number
}

/** Length of a recording, as the plan needs it. */
export type Length = { frameCount: number; sampleRate: number }

type Log = { warn(details: object, message: string): void }

const maxBytes = 64 * 1024 * 1024
const readLimitMs = 10_000
/** Delay before an unplayable file is retried. */
const retryMs = 5 * 60_000
/** A file shorter than this share of its stated length counts as truncated. */
const minShare = 0.9

/**
 * In-memory cache of the next recordings, independent of the size of the library. Methods never throw; an unplayable
 * file becomes a problem shown to the owner and is skipped for a while.
 */
export class AudioCache {
  readonly #log: Log
  readonly #storage: Pick<Storage, 'withFile'>
  readonly #nowMs: () => number
  readonly #sounds = new Map<string, Sound>()
  readonly #loading = new Map<string, Promise<Sound | undefined>>()
  readonly #lengths = new Map<string, Length & { stamp: string }>()
  readonly #problems = new Map<string, RecordingProblem & { retryAtMs: number }>()
  #wanted = new Set<string>()

  /** @param storage Absent: all recordings are files outside of storage. */
  constructor({
    log,
    nowMs,
    storage = noStorage,
  }: {
    log: Log
    nowMs: () => number
    storage?: Pick<Storage, 'withFile'> | undefined
  }) {
    this.#log = log
    this.#storage = storage
    this.#nowMs = nowMs
  }

  problems(): RecordingProblem[] {
    return [...this.#problems.values()].map(({ retryAtMs: _, ...problem }) => problem)
  }

  /** Returns whether a recording can be planned: it has no known problem, or is due for a retry. */
  isUsable({ id }: Recording): boolean {
    const problem = this.#problems.get(id)
    return !problem || this.#nowMs() >= problem.retryAtMs
  }

  /** Returns the cached audio of a recording. */
  find(recordingId: string): Sound | undefined {
    return this.#sounds.get(recordingId)
  }

  /** Loads the given recordings and evicts all others. @returns Resolves when missing ones are loaded. */
  async retain(recordings: readonly Recording[]): Promise<void> {
    this.#wanted = new Set(recordings.map(({ id }) => id))
    for (const id of this.#sounds.keys()) if (!this.#wanted.has(id)) this.#sounds.delete(id)
    const missing = recordings.filter((recording) => !this.#sounds.has(recording.id) && this.isUsable(recording))
    await Promise.all(missing.map((recording) => this.load(recording)))
  }

  /**
   * Returns the length of a recording; reads its file only if it is new or changed.
   *
   * @returns undefined when it cannot be played.
   */
  async measure(recording: Recording): Promise<Length | undefined> {
    const known = this.#lengths.get(recording.id)
    if (known && known.stamp === (await stampOf(recording.file))) return known
    return this.load(recording)
  }

  /** Reads a recording once for concurrent callers; it stays cached only while it is retained. */
  load(recording: Recording): Promise<Sound | undefined> {
    const running = this.#loading.get(recording.id)
    if (running) return running
    const loading = this.#read(recording)
      .then((sound) => {
        this.#problems.delete(recording.id)
        if (this.#wanted.has(recording.id)) this.#sounds.set(recording.id, sound)
        return sound
      })
      .catch((error: unknown) => this.#note(recording, error))
      .finally(() => this.#loading.delete(recording.id))
    this.#loading.set(recording.id, loading)
    return loading
  }

  #read(recording: Recording): Promise<Sound> {
    return withFileAt(this.#storage, recording.file, (path) => this.#readFile(recording, path))
  }

  async #readFile(recording: Recording, path: string): Promise<Sound> {
    const info = await stat(path)
    if (!info.isFile()) throw new Unplayable('This is not a file.')
    if (info.size > maxBytes) throw new Unplayable('This file is larger than 64 MB.')
    const file = await readFile(path, { signal: AbortSignal.timeout(readLimitMs) })
    const frames = findFrames(file)
    if ('refused' in frames) throw new Unplayable(frames.refused)
    const { starts, ends, count, sampleRate } = frames
    const problem = formatProblemOf(frames)
    if (problem) throw new Unplayable(problem)
    const seconds = (count * samplesPerFrame(sampleRate)) / sampleRate
    if (seconds < recording.durationSeconds * minShare)
      throw new Unplayable(
        `This file is cut off: it has only ${seconds.toFixed(0)} of ${recording.durationSeconds.toFixed(0)} seconds.`,
      )
    this.#lengths.set(recording.id, {
      frameCount: count,
      sampleRate,
      stamp: isAbsolute(recording.file) ? `${info.mtimeMs} ${info.size}` : unchanging,
    })
    return { recordingId: recording.id, frameCount: count, sampleRate, ...backToBack(file, starts, ends) }
  }

  #note({ id, title, artist }: Recording, error: unknown): undefined {
    const reason = error instanceof Unplayable ? error.message : describe(error as NodeJS.ErrnoException)
    const nowMs = this.#nowMs()
    const known = this.#problems.get(id)
    if (known?.reason !== reason) this.#log.warn({ recording: id, reason }, 'recording skipped: it cannot be played')
    this.#problems.set(id, {
      recordingId: id,
      title,
      artist,
      reason,
      sinceMs: known?.sinceMs ?? Math.round(nowMs),
      retryAtMs: nowMs + retryMs,
    })
  }
}

class Unplayable extends Error {}

function describe(error: NodeJS.ErrnoException): string {
  if (isAppError(error))
    return error.code === 'not-found'
      ? 'The file is missing from the file storage.'
      : 'The file storage is unavailable.'
  if (error.code === 'ENOENT') return 'The file is missing.'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'Reading the file took too long.'
  return error.code ? `The file cannot be read (${error.code}).` : 'The file cannot be read.'
}

/** Version of all files in storage, which never change. */
const unchanging = 'stored'

const noStorage: Pick<Storage, 'withFile'> = {
  withFile: () => Promise.reject(new AppError('not-found', { key: 'site.errors.file' })),
}

async function stampOf(file: string): Promise<string | undefined> {
  if (!isAbsolute(file)) return unchanging
  return stat(file).then(
    ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
    () => undefined,
  )
}

function backToBack(file: Buffer, starts: Uint32Array, ends: Uint32Array): Pick<Sound, 'bytes' | 'bounds'> {
  const count = starts.length
  const bounds = new Uint32Array(count + 1)
  for (let i = 0; i < count; i++) bounds[i + 1] = bounds[i]! + ends[i]! - starts[i]!
  // Usually the frames are contiguous, and the file itself can be used.
  if (bounds[count] === ends[count - 1]! - starts[0]!)
    return { bytes: file.subarray(starts[0], ends[count - 1]), bounds }
  const bytes = Buffer.allocUnsafeSlow(bounds[count]!)
  for (let i = 0; i < count; i++) file.copy(bytes, bounds[i]!, starts[i]!, ends[i]!)
  return { bytes, bounds }
}

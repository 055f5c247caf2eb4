import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createTurns } from '#platform/threads/turns.ts'
import {
  type AnalysisLimits,
  type AnalysisOutcome,
  defaultLimits,
  type RecordingAnalysis,
  type RecordingRefusal,
} from './analysis.ts'
import { runAnalysis } from './run-analysis.ts'

/** Looks at one recording, however many ask: known answers at once, the others one after the other. */
export type AnalyseRecording = (path: string) => Promise<AnalysisOutcome>

/** Rises when the same bytes would give another answer. */
const version = 'v1'

/** A file's answer is remembered under its name, size and date, so that it is not read again at every question. */
const rememberedFiles = 500

/** A busy machine may have been the reason, so the answer to a costly file is asked for again some time. */
const retryMs = 10 * 60_000

type Options = {
  /** Folder for finished analyses, made when missing. Safe to delete at any time. */
  dir: string
  limits?: AnalysisLimits
  /** Told once for each file that cannot be looked at. */
  onRefusal?: (path: string, reason: RecordingRefusal) => void
}

/**
 * Opens the analysis of recordings. Decoding happens in a worker thread with limits on time and memory; a hostile file
 * gets no answer and harms nobody.
 */
export function createRecordingAnalyser({ dir, limits = defaultLimits, onRefusal }: Options): AnalyseRecording {
  const outcomes = new Map<string, Promise<AnalysisOutcome>>()
  const inQueue = createTurns(1, Infinity)

  const find = async (path: string): Promise<AnalysisOutcome> => {
    const stored = await readStored(join(dir, fileName(await hashOf(path))))
    if (stored) return { ok: true, analysis: stored }
    return inQueue(async () => {
      const outcome = await runAnalysis(path, limits)
      if (!outcome.ok) onRefusal?.(path, outcome.reason)
      // A disk that cannot be written costs the next start some time, not this visitor the picture.
      if (outcome.ok) await store(dir, outcome.analysis).catch(() => undefined)
      return outcome
    })
  }

  return async (path) => {
    const file = await stat(path).catch(() => undefined)
    if (!file?.isFile()) return { ok: false, reason: 'unreadable' }
    if (file.size > limits.fileBytes) return { ok: false, reason: 'too-large' }
    const key = `${path}\0${file.size}\0${file.mtimeMs}`
    const known = outcomes.get(key)
    if (known) return known
    const work = find(path).catch((): AnalysisOutcome => ({ ok: false, reason: 'unreadable' }))
    outcomes.set(key, work)
    for (const [oldest] of outcomes) {
      if (outcomes.size <= rememberedFiles) break
      outcomes.delete(oldest)
    }
    const outcome = await work
    // What failed for the moment may succeed later; what is no audio stays none.
    if (!outcome.ok && outcome.reason === 'unreadable') outcomes.delete(key)
    if (!outcome.ok && outcome.reason === 'too-costly') setTimeout(() => outcomes.delete(key), retryMs).unref()
    return outcome
  }
}

const fileName = (contentHash: string) => `${version}-${contentHash}.json`

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function readStored(path: string): Promise<RecordingAnalysis | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RecordingAnalysis
  } catch {
    // Not there yet, or left empty by a power cut: both are made anew.
    return undefined
  }
}

async function store(dir: string, analysis: RecordingAnalysis): Promise<void> {
  await mkdir(dir, { recursive: true })
  const path = join(dir, fileName(analysis.contentHash))
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    await writeFile(unfinished, JSON.stringify(analysis))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

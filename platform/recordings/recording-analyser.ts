import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf } from '#platform/storage/hashed-file.ts'
import { runThread } from '#platform/threads/run-thread.ts'
import { createWorkQueue } from '#platform/threads/work-queue.ts'
import {
  type AnalysisLimits,
  type AnalysisOutcome,
  defaultLimits,
  type RecordingAnalysis,
  type RecordingRefusal,
} from './analysis.ts'

// When run from the sources, this file is beside the worker's; in the server bundle both are entries of one folder.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './analysis-worker.ts' : './analysis-worker.js',
  import.meta.url,
)

/**
 * Analyzes a recording once for concurrent callers: returns known results at once, and analyzes others sequentially.
 */
export type AnalyseRecording = (path: string) => Promise<AnalysisOutcome>

/** Version of the analysis; increase it when the same bytes give another result. */
const version = 'v1'

/** Number of results remembered by file name, size and date. */
const rememberedFiles = 500

/** Delay before a file that exceeded its limits is analyzed again; the machine may have been busy. */
const retryMs = 10 * 60_000

type Options = {
  /** Folder for finished analyses, created when missing. Safe to delete at any time. */
  dir: string
  limits?: AnalysisLimits
  /** Called once for each file that cannot be analyzed. */
  onRefusal?: (path: string, reason: RecordingRefusal) => void
}

/** Creates the analyser of recordings. Decoding runs in a worker thread with limits on time and memory. */
export function createRecordingAnalyser({ dir, limits = defaultLimits, onRefusal }: Options): AnalyseRecording {
  const outcomes = new Map<string, Promise<AnalysisOutcome>>()
  const inQueue = createWorkQueue(1, Infinity)

  const find = async (path: string): Promise<AnalysisOutcome> => {
    const stored = await readStored(join(dir, fileName(await hashOf(path))))
    if (stored) return { ok: true, analysis: stored }
    return inQueue(async () => {
      const outcome = await runAnalysis(path, limits)
      if (!outcome.ok) onRefusal?.(path, outcome.reason)
      // If the disk cannot be written, this visitor still gets the waveform; the next start analyzes the file again.
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
    // A file that could not be read may be readable later; a file without audio is not tried again.
    if (!outcome.ok && outcome.reason === 'unreadable') outcomes.delete(key)
    if (!outcome.ok && outcome.reason === 'too-costly') setTimeout(() => outcomes.delete(key), retryMs).unref()
    return outcome
  }
}

const fileName = (contentHash: string) => `${version}-${contentHash}.json`

async function readStored(path: string): Promise<RecordingAnalysis | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RecordingAnalysis
  } catch {
    // A missing file, or one that a power cut left empty, is created again.
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

/** Analyzes one file in its own thread, which always ends. @param path Absolute path of an existing file. */
async function runAnalysis(path: string, limits: AnalysisLimits): Promise<AnalysisOutcome> {
  const outcome = await runThread<AnalysisOutcome>(
    workerFile,
    { path, durationLimitSeconds: limits.durationSeconds },
    limits,
  )
  if (outcome.ok) return outcome.result
  return { ok: false, reason: outcome.reason === 'too-costly' ? 'too-costly' : 'not-audio' }
}

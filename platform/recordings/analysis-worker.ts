import { createHash } from 'node:crypto'
import { openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { MPEGDecoder } from 'mpg123-decoder'
import type { AnalysisOutcome } from './analysis.ts'
import { createOutline } from './outline.ts'
import { createBandLevels } from './band-levels.ts'
import { tagLength } from './tag-length.ts'

/* The thread that decodes a recording a piece at a time; only sums of it are ever in memory. See run-analysis.ts for its limits. */

const pieceBytes = 32 * 1024

/** Shorter than this there is nothing to draw, and a stray frame in other data is no recording. */
const shortestSeconds = 0.5

const { path, durationLimitSeconds } = workerData as { path: string; durationLimitSeconds: number }

// The decoder tells the console about every bad frame; a file of nothing else would flood it.
Object.assign(console, { error: () => undefined })

parentPort!.postMessage(await analyse())

async function analyse(): Promise<AnalysisOutcome> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  const piece = Buffer.alloc(pieceBytes)
  let sampleRate = 0
  let seconds = 0
  let frames = 0
  let errors = 0
  let outline: ReturnType<typeof createOutline> | undefined
  let levels: ReturnType<typeof createBandLevels> | undefined
  let skip = -1
  for (;;) {
    const read = readSync(file, piece, 0, pieceBytes, null)
    if (read === 0) break
    hash.update(piece.subarray(0, read))
    // Tags can claim any size and the decoder would collect all of it, so they are stepped over here.
    if (skip < 0) skip = tagLength(piece.subarray(0, read))
    const start = Math.min(skip, read)
    skip -= start
    if (start === read) continue
    const decoded = decoder.decode(piece.subarray(start, read))
    errors += decoded.errors.length
    if (decoded.samplesDecoded === 0) continue
    frames += decoded.samplesDecoded / 1152
    // One recording has one rate. Where it changes midway, time goes on in the new rate and only the pitch of the bands is off.
    sampleRate ||= decoded.sampleRate
    seconds += decoded.samplesDecoded / decoded.sampleRate
    if (seconds > durationLimitSeconds) return { ok: false, reason: 'too-long' }
    const [left, right] = decoded.channelData as [Float32Array, Float32Array]
    outline ??= createOutline(sampleRate)
    levels ??= createBandLevels(sampleRate)
    const mono = mixed(left, right ?? left, decoded.samplesDecoded)
    outline.add(mono)
    levels.add(mono)
  }
  if (!outline || !levels || seconds < shortestSeconds || errors > frames) return { ok: false, reason: 'not-audio' }
  return {
    ok: true,
    analysis: {
      contentHash: hash.digest('hex'),
      durationSeconds: Math.round(seconds * 1000) / 1000,
      peaks: outline.peaks(),
      bands: Buffer.from(levels.bytes()).toString('base64'),
    },
  }
}

function mixed(left: Float32Array, right: Float32Array, count: number): Float32Array {
  const mono = new Float32Array(count)
  for (let index = 0; index < count; index += 1) mono[index] = (left[index]! + right[index]!) / 2
  return mono
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { AnalysisOutcome } from './analysis.ts'
import { createBandLevels } from './band-levels.ts'
import { mixDown, createFrameDecoder } from './decode-frames.ts'
import { secondsOf } from './frames/frame-facts.ts'
import { findFrames } from './frames/mp3-frames.ts'
import { createWaveform } from './waveform.ts'

/* Worker thread that decodes a recording in pieces; only aggregates of its sound are in memory. See run-
   analysis.ts for its limits. */

const { path, durationLimitSeconds } = workerData as { path: string; durationLimitSeconds: number }

// The decoder logs every damaged frame to the console; a file full of them would flood it.
Object.assign(console, { error: () => undefined })

parentPort!.postMessage(await analyse())

async function analyse(): Promise<AnalysisOutcome> {
  const file = readFileSync(path)
  const frames = findFrames(file, 'three')
  if ('refused' in frames) return { ok: false, reason: frames.fault.code === 'tooManyHours' ? 'too-long' : 'not-audio' }
  const durationSeconds = secondsOf(frames)
  if (durationSeconds > durationLimitSeconds) return { ok: false, reason: 'too-long' }
  const decoding = await createFrameDecoder(file, frames)
  const waveform = createWaveform(frames.sampleRate)
  const levels = createBandLevels(frames.sampleRate)
  for (const piece of decoding.pieces()) {
    const mono = mixDown(piece)
    waveform.add(mono)
    levels.add(mono)
  }
  // The file has frames, but no audio to draw.
  if (decoding.brokenFrames() > frames.count / 2) return { ok: false, reason: 'not-audio' }
  return {
    ok: true,
    analysis: {
      contentHash: createHash('sha256').update(file).digest('hex'),
      durationSeconds,
      peaks: waveform.peaks(),
      bands: Buffer.from(levels.bytes()).toString('base64'),
    },
  }
}

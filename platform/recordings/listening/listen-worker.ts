import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { mixDown, createFrameDecoder } from '../decode-frames.ts'
import { secondsOf } from '../frames/frame-facts.ts'
import { findFrames } from '../frames/mp3-frames.ts'
import { createWaveform } from '../waveform.ts'
import { createFaultDetector } from './faults.ts'
import type { ListenOutcome, ListenTask } from './listen-result.ts'
import { createLoudness } from './loudness.ts'
import { createSpectrogram } from './spectrogram.ts'
import { createTruePeak } from './true-peak.ts'

/* Worker thread that analyzes an untrusted recording in pieces; see listen.ts for its limits. */

const task = workerData as ListenTask

// The decoder logs every damaged frame to the console; a file full of them would flood it.
Object.assign(console, { error: () => undefined })

// This work is not urgent: pages, the stream and uploads have priority. Linux has priorities per thread, other systems
// only per process.
if (process.platform === 'linux') setPriority(0, task.niceness)

parentPort!.postMessage(await listen(readFileSync(task.path)))

async function listen(file: Buffer): Promise<ListenOutcome> {
  const frames = findFrames(file)
  if ('refused' in frames) return undefined
  const { sampleRate } = frames
  const decoding = await createFrameDecoder(file, frames)
  // A mono recording is measured as it is heard: from both speakers.
  const loudness = createLoudness(sampleRate, 2)
  const truePeak = createTruePeak(2)
  const faults = createFaultDetector(sampleRate, 2)
  const waveform = createWaveform(sampleRate)
  const spectrogram = createSpectrogram(sampleRate, secondsOf(frames))
  for (const piece of decoding.pieces()) {
    loudness.add(piece)
    truePeak.add(piece)
    faults.add(piece)
    const mono = mixDown(piece)
    waveform.add(mono)
    spectrogram.add(mono)
  }
  return {
    loudnessLufs: loudness.integrated(),
    truePeakDb: truePeak.decibels(),
    ...faults.read(),
    brokenFrames: decoding.brokenFrames() + frames.lostFrames,
    durationSeconds: secondsOf(frames),
    peaks: waveform.peaks(),
    spectrogram: spectrogram.levels(),
  }
}

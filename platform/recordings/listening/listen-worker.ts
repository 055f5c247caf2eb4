import { openSync, readSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { MPEGDecoder } from 'mpg123-decoder'
import { createOutline } from '../outline.ts'
import { tagLength } from '../tag-length.ts'
import { createFaults } from './faults.ts'
import type { ListenOutcome, ListenTask } from './heard.ts'
import { createLoudness } from './loudness.ts'
import { createSpectrogram } from './spectrogram.ts'
import { createTruePeak } from './true-peak.ts'

/* The thread that listens to a stranger's recording a piece at a time; see listen.ts for its limits. */

const pieceBytes = 32 * 1024

const task = workerData as ListenTask

// The decoder tells the console about every bad frame; a file of nothing else would flood it.
Object.assign(console, { error: () => undefined })

// Nobody waits for it: pages, the stream and uploads come first. Linux knows a priority of each thread, others only of the whole process.
if (process.platform === 'linux') setPriority(0, task.niceness ?? 15)

parentPort!.postMessage(await listen(openSync(task.path, 'r')))

async function listen(file: number): Promise<ListenOutcome> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  let ears: ReturnType<typeof openEars> | undefined
  let brokenFrames = 0
  let seconds = 0
  const piece = Buffer.alloc(pieceBytes)
  readSync(file, piece, 0, 10, 0)
  let at = tagLength(piece)
  for (;;) {
    const read = readSync(file, piece, 0, pieceBytes, at)
    if (read === 0) break
    at += read
    const decoded = decoder.decode(piece.subarray(0, read))
    brokenFrames += decoded.errors.length
    if (decoded.samplesDecoded === 0) continue
    seconds += decoded.samplesDecoded / decoded.sampleRate
    const channels = decoded.channelData.slice(0, 2).map((data) => data.subarray(0, decoded.samplesDecoded))
    ears ??= openEars(decoded.sampleRate, channels.length)
    // One that changes from mono to stereo midway is heard as it began.
    ears.hear(Array.from({ length: ears.channels }, (_, channel) => channels[channel] ?? channels[0]!))
  }
  return ears && { ...ears.tell(), brokenFrames, durationSeconds: Math.round(seconds * 1000) / 1000 }
}

function openEars(sampleRate: number, channels: number) {
  const loudness = createLoudness(sampleRate, channels)
  const truePeak = createTruePeak(channels)
  const faults = createFaults(sampleRate, channels)
  const outline = createOutline(sampleRate)
  const spectrogram = createSpectrogram(sampleRate, task.durationSeconds)
  return {
    channels,
    hear(channelData: Float32Array[]) {
      loudness.add(channelData)
      truePeak.add(channelData)
      faults.add(channelData)
      const mono = mixed(channelData)
      outline.add(mono)
      spectrogram.add(mono)
    },
    tell: () => ({
      loudnessLufs: loudness.integrated(),
      truePeakDb: truePeak.decibels(),
      ...faults.read(),
      peaks: outline.peaks(),
      spectrogram: spectrogram.levels(),
    }),
  }
}

function mixed([left, right]: Float32Array[]): Float32Array {
  if (!right) return left!
  const mono = new Float32Array(left!.length)
  for (let index = 0; index < mono.length; index += 1) mono[index] = (left![index]! + right[index]!) / 2
  return mono
}

import { readFileSync } from 'node:fs'
import { createFrameDecoder } from '../decode-frames.ts'
import { secondsOf } from '../frames/frame-facts.ts'
import { findFrames, type Mp3Frames, samplesPerFrame } from '../frames/mp3-frames.ts'
import { createLoudness } from '../listening/loudness.ts'
import { createTruePeak } from '../listening/true-peak.ts'
import type { ConvertedSound, ConvertOutcome, ConvertTask, SoundFormat } from './convert.ts'
import { createMp3Encoder } from './encode-mp3.ts'
import { createLimiter } from './limiter.ts'
import { createResampler } from './resample.ts'
import { createSoundEnds, cutSilence, cutToEnds, audibleSilence, type SoundEnds } from './sound-ends.ts'

/** Maximum gain; anything quieter would be amplified noise. */
const maxGainDb = 30

/** Encoding raises peaks, in most music by less than this. */
const encodingHeadroomDb = 0.8

/** Level that LAME loses. */
const encodingLossDb = 0.4

/** Maximum encoding attempts; music settles after two or three. */
const maxAttempts = 5

/** Target tolerance, smaller than the allowed one, since meters round differently. */
const aimedTolerance = 0.5

/** Maximum silence at the ends of a recording that needs no conversion; two of them add up. */
const maxEndSilence = 0.045

/**
 * Converts one recording to a format in this thread, a piece at a time. A minute of music takes seconds of computing,
 * so that a site converts in a thread of its own; see convert.ts.
 */
export async function convertRecording({
  path,
  format,
}: Pick<ConvertTask, 'path' | 'format'>): Promise<ConvertOutcome> {
  const file = readFileSync(path)
  const frames = findFrames(file)
  if ('refused' in frames) return { ok: false, sentence: frames.refused }
  const measured = await measure(file, frames, format.sampleRate)
  if (measured.loudnessLufs === null) return { ok: false, sentence: 'The recording is silent.' }
  const gainDb = format.loudnessLufs - measured.loudnessLufs
  const brokenFrames = measured.brokenFrames + frames.lostFrames
  if (isInFormat(frames, measured, format))
    return {
      ok: true,
      sound: { ...levelsOf(measured), mp3: undefined, durationSeconds: secondsOf(frames), brokenFrames },
    }
  const ends = gainDb > maxGainDb ? undefined : measured.ends.find(gainDb, cutSilence)
  if (!ends)
    return {
      ok: false,
      sentence: `The recording is too quiet to convert: ${measured.loudnessLufs} LUFS.`,
    }
  return settle(file, frames, { format, gainDb, ends, brokenFrames })
}

/** Encodes, measures the result and adjusts until both loudness and peaks are right. */
async function settle(
  file: Buffer,
  frames: Mp3Frames,
  {
    format,
    gainDb,
    ends,
    brokenFrames,
  }: { format: SoundFormat; gainDb: number; ends: SoundEnds; brokenFrames: number },
): Promise<ConvertOutcome> {
  let gain = gainDb + encodingLossDb
  let ceilingDb = format.truePeakDb - encodingHeadroomDb
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const mp3 = await encode(file, frames, { format, gain, ceilingDb, ends })
    const encoded = findFrames(Buffer.from(mp3))
    if ('refused' in encoded)
      return { ok: false, sentence: 'The converted recording cannot be played. Export the recording again.' }
    const converted = await measure(Buffer.from(mp3), encoded, format.sampleRate)
    const off = format.loudnessLufs - (converted.loudnessLufs ?? -Infinity)
    const over = (converted.truePeakDb ?? -Infinity) - format.truePeakDb
    const isLast = attempt === maxAttempts - 1
    if (Math.abs(off) <= (isLast ? format.toleranceLu : aimedTolerance) && over <= 0)
      return { ok: true, sound: { ...levelsOf(converted), mp3, durationSeconds: secondsOf(encoded), brokenFrames } }
    if (!Number.isFinite(off)) break
    // Where the limiter reduces much, a change of the gain has less effect.
    gain += off * 1.2
    if (over > 0) ceilingDb -= over + 0.1
  }
  return {
    ok: false,
    sentence: `The recording cannot be brought to ${format.loudnessLufs} LUFS: its peaks are too far above its average level.`,
  }
}

async function encode(
  file: Buffer,
  frames: Mp3Frames,
  { format, gain, ceilingDb, ends }: { format: SoundFormat; gain: number; ceilingDb: number; ends: SoundEnds },
): Promise<Uint8Array> {
  const { sampleRate } = format
  const encoding = await createMp3Encoder(format)
  const limiter = createLimiter(sampleRate, ceilingDb)
  const factor = 10 ** (gain / 20)
  const decoding = await createFrameDecoder(file, frames)
  const resample = await createResampler(frames.sampleRate, sampleRate)
  for (const piece of cutToEnds(resample(decoding.pieces()), ends, {
    sampleRate,
    frameSamples: samplesPerFrame(sampleRate),
  })) {
    for (const channel of piece) for (let index = 0; index < channel.length; index += 1) channel[index]! *= factor
    await encoding.add(limiter.add(piece))
  }
  await encoding.add(limiter.end())
  return encoding.end()
}

type Measured = Awaited<ReturnType<typeof measure>>

async function measure(file: Buffer, frames: Mp3Frames, sampleRate: number) {
  const decoding = await createFrameDecoder(file, frames)
  const resample = await createResampler(frames.sampleRate, sampleRate)
  const loudness = createLoudness(sampleRate, 2)
  const truePeak = createTruePeak(2)
  const ends = createSoundEnds(sampleRate)
  let samples = 0
  for (const piece of resample(decoding.pieces())) {
    loudness.add(piece)
    truePeak.add(piece)
    ends.add(piece)
    samples += piece[0].length
  }
  return {
    loudnessLufs: loudness.integrated(),
    truePeakDb: truePeak.decibels(),
    brokenFrames: decoding.brokenFrames(),
    ends,
    samples,
  }
}

function isInFormat(frames: Mp3Frames, measured: Measured, format: SoundFormat): boolean {
  const { loudnessLufs, truePeakDb, brokenFrames, ends, samples } = measured
  const sound = ends.find(format.loudnessLufs - loudnessLufs!, audibleSilence)
  const maxSilence = maxEndSilence * format.sampleRate
  return (
    frames.sampleRate === format.sampleRate &&
    frames.channels === 2 &&
    frames.bitrateKbps === format.bitrateKbps &&
    !frames.isVariableBitrate &&
    !frames.isHeadless &&
    brokenFrames + frames.lostFrames === 0 &&
    Math.abs(loudnessLufs! - format.loudnessLufs) <= format.toleranceLu - 0.1 &&
    truePeakDb! <= format.truePeakDb &&
    sound !== undefined &&
    sound.from <= maxSilence &&
    samples - sound.to <= maxSilence
  )
}

function levelsOf({ loudnessLufs, truePeakDb }: Measured): Pick<ConvertedSound, 'loudnessLufs' | 'truePeakDb'> {
  return { loudnessLufs: loudnessLufs!, truePeakDb: truePeakDb! }
}

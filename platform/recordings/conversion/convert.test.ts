import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type DecodedPiece, createFrameDecoder } from '../decode-frames.ts'
import { apeTagWithoutHeader, framesOf, id3v1, musicOf, speechOf } from '../frames/test-frames.ts'
import { createLoudness } from '../listening/loudness.ts'
import { createTruePeak } from '../listening/true-peak.ts'
import { type ConvertOutcome, type ConvertTask, convertSound, type SoundFormat } from './convert.ts'
import { convertRecording } from './convert-recording.ts'
import { createMp3Encoder } from './encode-mp3.ts'

const format: SoundFormat = { sampleRate: 44_100, bitrateKbps: 128, loudnessLufs: -16, toleranceLu: 1, truePeakDb: -1 }

// Starting a thread for each recording would take longer than converting it.
function convert(file: Uint8Array, run: (task: ConvertTask) => Promise<ConvertOutcome> = convertRecording) {
  const folder = mkdtempSync(join(tmpdir(), 'convert-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'source.mp3'), file)
  return run({ path: join(folder, 'source.mp3'), format, niceness: 0 })
}

/** Converts in a thread, as a site does. */
async function inThread(task: ConvertTask): Promise<ConvertOutcome> {
  const outcome = await convertSound(task)
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.result
}

async function encoded(sampleRate: number, signal: readonly Float32Array[], bitrateKbps = 192): Promise<Uint8Array> {
  const encoding = await createMp3Encoder({ sampleRate, bitrateKbps })
  for (let at = 0; at < signal[0]!.length; at += sampleRate)
    await encoding.add(signal.map((channel) => channel.subarray(at, at + sampleRate)) as unknown as DecodedPiece)
  return encoding.end()
}

// The noise is always the same, so that failures can be reproduced.
function noise(length: number, sizeAt: (index: number) => number): Float32Array {
  let state = 1
  return Float32Array.from({ length }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return sizeAt(index) * ((state >> 8) / 2 ** 22 - 1)
  })
}

/** Decodes the output of a conversion and returns the format and levels of the MP3. */
async function measure(mp3: Uint8Array) {
  const file = Buffer.from(mp3)
  const frames = framesOf(file)
  const decoding = await createFrameDecoder(file, frames)
  const loudness = createLoudness(44_100, 2)
  const peak = createTruePeak(2)
  for (const piece of decoding.pieces()) {
    loudness.add(piece)
    peak.add(piece)
  }
  return { frames, lufs: loudness.integrated()!, peakDb: peak.decibels()!, broken: decoding.brokenFrames() }
}

// At the rate of the format, because resampling would take most of the time of tests about something else.
const rate = 44_100
const steady = noise(rate, () => 0.3)
const fast = noise(96_000, () => 0.3)
/** Drum hits twice a second over a noise floor of this height. */
const drum = (floor: number) => noise(2 * rate, (index) => (index % (rate / 2) < 300 ? 0.9 : floor))
test.each([
  ['speech, mono at 22.05 kHz', async () => speechOf(200)],
  [
    'music with tags at both ends',
    async () =>
      Buffer.concat([
        Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 10]),
        Buffer.alloc(10),
        musicOf(150),
        apeTagWithoutHeader(50_000),
        id3v1,
      ]),
  ],
  ['noise at 48 kHz', () => encoded(48_000, [fast, fast])],
  ['noise at 32 kHz', () => encoded(32_000, [steady, steady])],
  [
    'a quiet recording',
    () => encoded(rate, [steady.map((sample) => sample / 30), steady.map((sample) => sample / 40)]),
  ],
  ['a drum with peaks far above its loudness', () => encoded(rate, [drum(0.03), drum(0.03)])],
  ['sound on one side alone', () => encoded(rate, [steady, new Float32Array(steady.length)])],
])(
  '%s is converted to the station’s format and loudness, with its peaks below the ceiling',
  async (_name, source) => {
    const outcome = await convert(await source())
    if (!outcome.ok) throw new Error(outcome.sentence)
    const { mp3, ...reported } = outcome.sound
    const measured = await measure(mp3!)
    expect(measured.frames).toMatchObject({
      sampleRate: 44_100,
      channels: 2,
      bitrateKbps: 128,
      isVariableBitrate: false,
      brokenFrames: [],
      isHeadless: false,
    })
    expect(measured.broken).toBe(0)
    expect(Math.abs(measured.lufs + 16)).toBeLessThanOrEqual(1)
    expect(measured.peakDb).toBeLessThanOrEqual(-1)
    expect(reported).toMatchObject({ loudnessLufs: measured.lufs, truePeakDb: measured.peakDb, brokenFrames: 0 })
  },
  120_000,
)

test('a converted recording has the format and stays unchanged when it is converted again', async () => {
  const outcome = await convert(await encoded(rate, [steady, steady]), inThread)
  if (!outcome.ok) throw new Error(outcome.sentence)
  for (const run of [convertRecording, inThread])
    expect(await convert(outcome.sound.mp3!, run)).toMatchObject({ ok: true, sound: { mp3: undefined } })
})

test('silence at the ends is removed, and less than a tenth of a second remains between two recordings', async () => {
  const padded = new Float32Array(3 * rate)
  padded.set(steady, rate)
  const outcome = await convert(await encoded(rate, [padded, padded]))
  if (!outcome.ok) throw new Error(outcome.sentence)
  expect(outcome.sound.durationSeconds).toBeCloseTo(1, 0)
  // The recordings follow each other as in the stream.
  const both = Buffer.concat([outcome.sound.mp3!, outcome.sound.mp3!])
  const decoding = await createFrameDecoder(both, framesOf(both))
  let longest = 0
  let quiet = 0
  for (const [left] of decoding.pieces())
    for (const sample of left) {
      quiet = Math.abs(sample) < 0.003 ? quiet + 1 : 0
      longest = Math.max(longest, quiet)
    }
  expect(longest / 44_100).toBeLessThan(0.1)
})

test.each([
  [
    'silence',
    () => encoded(rate, [new Float32Array(2 * rate), new Float32Array(2 * rate)]),
    'The recording is silent.',
  ],
  [
    'a nearly silent recording',
    () => encoded(rate, [steady.map((sample) => sample / 900), steady.map((sample) => sample / 900)]),
    expect.stringMatching(/^The recording is too quiet to convert: -\d+/),
  ],
  [
    'a recording of occasional clicks',
    () => encoded(rate, [drum(0.0005), drum(0.0005)]),
    'The recording cannot be brought to -16 LUFS: its peaks are too far above its average level.',
  ],
  [
    'a file that is not an MP3',
    async () => Buffer.from('<html>'.repeat(9000)),
    'This file cannot be played. It contains no MP3 audio. Export the recording as an MP3.',
  ],
])('%s cannot be converted for the station, and the owner gets the reason', async (_name, source, sentence) => {
  expect(await convert(await source())).toEqual({ ok: false, sentence })
})

test('undecodable frames become silent, are reported, and do not affect the loudness of the rest', async () => {
  const hurt = musicOf(250)
  const { starts } = framesOf(hurt)
  for (const number of [100, 101, 200]) hurt.fill(0xff, starts[number]! + 6, starts[number]! + 12)
  const outcome = await convert(hurt, inThread)
  if (!outcome.ok) throw new Error(outcome.sentence)
  expect(outcome.sound.brokenFrames).toBeGreaterThanOrEqual(3)
  expect(Math.abs((await measure(outcome.sound.mp3!)).lufs + 16)).toBeLessThanOrEqual(1)
})

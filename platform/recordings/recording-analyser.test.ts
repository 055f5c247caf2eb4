import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bandCount, defaultLimits, levelsPerSecond, peakCount } from './analysis.ts'
import { createBandLevels } from './band-levels.ts'
import { findFrames } from './frames/mp3-frames.ts'
import { createWaveform } from './waveform.ts'
import { createRecordingAnalyser } from './recording-analyser.ts'

const content = resolve(import.meta.dirname, '../../content')
const wholeTrack = join(content, 'artists/luma-swade/glass-arcade.mp3')

/** Some seconds of a track of the catalogue, in frames of 26 ms. */
const pieceOf = (count: number) => {
  const file = readFileSync(wholeTrack)
  const frames = findFrames(file)
  if ('refused' in frames) throw new Error(frames.refused)
  return fileOf(file.subarray(frames.starts[400], frames.ends[400 + count - 1]))
}
const track = pieceOf(306)
const short = pieceOf(60)

test('a part of a track of the catalogue has its length, a waveform and levels for every tenth of a second', async () => {
  const outcome = await analyser()(track)
  if (!outcome.ok) throw new Error(outcome.reason)
  const { durationSeconds, peaks, bands } = outcome.analysis
  expect(durationSeconds).toBeCloseTo(8, 0)
  expect(peaks).toHaveLength(peakCount)
  expect(Math.max(...peaks)).toBe(100)
  expect(Math.min(...peaks)).toBeGreaterThanOrEqual(0)
  const levels = Buffer.from(bands, 'base64')
  expect(levels.length / bandCount).toBeCloseTo(durationSeconds * levelsPerSecond, -0.5)
  // Every band of real music is audible somewhere, and none is constant.
  for (let band = 0; band < bandCount; band += 1) {
    const values = levels.filter((_value, index) => index % bandCount === band)
    expect(Math.max(...values)).toBeGreaterThan(150)
    expect(new Set(values).size).toBeGreaterThan(20)
  }
})

test('the same bytes are decoded once for concurrent requests, and after a restart', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'recordings-'))
  const first = createRecordingAnalyser({ dir })
  const answers = await Promise.all([first(track), first(track), first(track)])
  expect(new Set(answers).size).toBe(1)
  expect(readdirSync(dir)).toHaveLength(1)
  const copy = join(dir, 'copy.mp3')
  writeFileSync(copy, readFileSync(track))
  // With a time limit of zero, the result can only come from the folder.
  const second = createRecordingAnalyser({ dir, limits: { ...defaultLimits, timeoutMs: 0 } })
  expect(await second(copy)).toEqual(answers[0])
})

test('a half-written result in the folder is created again', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'recordings-'))
  await createRecordingAnalyser({ dir })(short)
  writeFileSync(join(dir, readdirSync(dir)[0]!), '')
  expect(await createRecordingAnalyser({ dir })(short)).toMatchObject({ ok: true })
})

test('a truncated track is as long as what is left of it', async () => {
  const whole = readFileSync(track)
  const outcome = await analyser()(fileOf(whole.subarray(0, whole.length / 2)))
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.analysis.durationSeconds).toBeGreaterThan(3.5)
  expect(outcome.analysis.durationSeconds).toBeLessThan(4.5)
})

test('a tag that claims a quarter of a gigabyte has no effect, and audio behind a valid one is found', async () => {
  const frames = readFileSync(track).subarray(-60_000)
  const liar = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]), frames])
  expect(await analyser()(fileOf(liar))).toEqual({ ok: false, reason: 'not-audio' })
  const honest = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 2, 0, 0]), Buffer.alloc(32_768), frames])
  expect(await analyser()(fileOf(honest))).toMatchObject({ ok: true })
})

test('a file that is not a recording is rejected by name and does no harm', async () => {
  const analyze = analyser()
  const frame = readFileSync(wholeTrack).subarray(200_000, 200_418)
  expect(await analyze('/nowhere/at-all.mp3')).toEqual({ ok: false, reason: 'unreadable' })
  expect(await analyze(content)).toEqual({ ok: false, reason: 'unreadable' })
  expect(await analyze(fileOf(Buffer.alloc(0)))).toEqual({ ok: false, reason: 'not-audio' })
  expect(await analyze(fileOf(Buffer.from('<html><script>alert(1)</script>'.repeat(4000))))).toEqual({
    ok: false,
    reason: 'not-audio',
  })
  expect(await analyze(fileOf(noise(300_000)))).toEqual({ ok: false, reason: 'not-audio' })
  expect(await analyze(fileOf(Buffer.concat([frame, noise(50_000)])))).toEqual({ ok: false, reason: 'not-audio' })
  expect(await analyze(short)).toMatchObject({ ok: true })
})

test('five megabytes of frame starts end within ten seconds of processor time, and do not block the main thread', async () => {
  const path = fileOf(Buffer.alloc(5_000_000, Buffer.from([0xff, 0xfb])))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  // Event loop turns of this thread continue while the worker is busy.
  let turnsBefore: number | undefined
  process.once('worker', (worker) => worker.once('online', () => (turnsBefore = turns)))
  turn()
  const outcome = await analyser()(path)
  isOver = true
  expect(outcome).toEqual({ ok: false, reason: 'not-audio' })
  expect(turnsBefore, 'a thread of its own did the work').toBeTypeOf('number')
  expect(turns - turnsBefore!).toBeGreaterThan(10)
})

test('a file that takes too long, is too large or plays too long is rejected', async () => {
  const limited = (limits: Partial<typeof defaultLimits>) =>
    createRecordingAnalyser({
      dir: mkdtempSync(join(tmpdir(), 'recordings-')),
      limits: { ...defaultLimits, ...limits },
    })
  expect(await limited({ timeoutMs: 1 })(wholeTrack)).toEqual({ ok: false, reason: 'too-costly' })
  expect(await limited({ cpuMs: 20 })(wholeTrack)).toEqual({ ok: false, reason: 'too-costly' })
  expect(await limited({ fileBytes: 1000 })(track)).toEqual({ ok: false, reason: 'too-large' })
  expect(await limited({ durationSeconds: 4 })(track)).toEqual({ ok: false, reason: 'too-long' })
})

test('a changed file is analyzed again', async () => {
  const analyze = analyser()
  const path = fileOf(Buffer.from('not yet'))
  expect(await analyze(path)).toEqual({ ok: false, reason: 'not-audio' })
  appendFileSync(path, readFileSync(short))
  expect(await analyze(path)).toMatchObject({ ok: true })
})

test('silence has a silent waveform and still levels', () => {
  const waveform = createWaveform(44_100)
  const levels = createBandLevels(44_100)
  const samples = Float32Array.from({ length: 44_100 }, () => (Math.random() - 0.5) * 1e-5)
  waveform.add(samples)
  levels.add(samples)
  expect(Math.max(...waveform.peaks())).toBe(0)
  expect(Math.max(...levels.bytes())).toBe(0)
})

test.each([44_100, 22_050])('a rising tone goes through the bands from low to high (%i Hz)', (sampleRate) => {
  const levels = createBandLevels(sampleRate)
  const seconds = 8
  const [from, to] = [50, 9000]
  let phase = 0
  levels.add(
    Float32Array.from({ length: sampleRate * seconds }, (_, index) => {
      phase += (2 * Math.PI * from * (to / from) ** (index / (sampleRate * seconds))) / sampleRate
      return 0.5 * Math.sin(phase)
    }),
  )
  const bytes = levels.bytes()
  const loudest = Array.from({ length: seconds * levelsPerSecond }, (_, moment) => {
    const row = bytes.subarray(moment * bandCount, (moment + 1) * bandCount)
    return row.indexOf(Math.max(...row))
  })
  expect(loudest).toEqual(loudest.toSorted((a, b) => a - b))
  expect(loudest[0]).toBe(0)
  expect(loudest.at(-1)).toBe(7)
})

function analyser() {
  return createRecordingAnalyser({ dir: mkdtempSync(join(tmpdir(), 'recordings-')) })
}

function fileOf(bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'recording-')), 'sent.mp3')
  writeFileSync(path, bytes)
  return path
}

// The noise is always the same, so that failures can be reproduced.
function noise(length: number): Buffer {
  let state = 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
      return state >> 16
    }),
  )
}

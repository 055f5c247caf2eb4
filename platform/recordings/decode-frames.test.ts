import { expect, test } from 'vitest'
import { framesOf, musicOf, speechOf } from './frames/test-frames.ts'
import { createFrameDecoder } from './decode-frames.ts'

const loudest = (samples: number[]) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

async function decode(file: Buffer) {
  const frames = framesOf(file)
  const decoding = await createFrameDecoder(file, frames)
  const [left, right]: [number[], number[]] = [[], []]
  for (const piece of decoding.pieces()) {
    for (const sample of piece[0]) left.push(sample)
    for (const sample of piece[1]) right.push(sample)
  }
  return { frames, left, right, brokenFrames: decoding.brokenFrames() }
}

test.each([
  ['music', musicOf(100), 1152],
  ['speech', speechOf(100), 576],
])('%s has exactly the samples of its frames', async (_name, file, inFrame) => {
  const { left, right, brokenFrames } = await decode(file)
  expect([left.length, right.length, brokenFrames]).toEqual([100 * inFrame, 100 * inFrame, 0])
})

test('a mono recording has the same sound on both channels', async () => {
  const { left, right } = await decode(speechOf(100))
  expect(left).toEqual(right)
  expect(loudest(left)).toBeGreaterThan(0.05)
})

test('undecodable frames are silent and counted, and the rest keeps its position', async () => {
  const whole = await decode(musicOf(200))
  const hurt = musicOf(200)
  for (const number of [50, 51, 120])
    hurt.fill(0xff, whole.frames.starts[number]! + 4, whole.frames.starts[number]! + 12)
  const { left, brokenFrames } = await decode(hurt)
  expect(left).toHaveLength(whole.left.length)
  expect(brokenFrames).toBeGreaterThanOrEqual(3)
  expect(brokenFrames).toBeLessThan(15)
  // The level stays the same, where libmpg123 would decode noise of thousands of times full scale.
  expect(loudest(left)).toBeLessThan(2)
  expect(left.slice(51 * 1152, 52 * 1152).every((sample) => sample === 0)).toBe(true)
  expect(left.slice(150 * 1152)).toEqual(whole.left.slice(150 * 1152))
})

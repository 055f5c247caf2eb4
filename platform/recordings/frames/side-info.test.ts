import fc from 'fast-check'
import { expect, test } from 'vitest'
import { framesOf, musicOf, readCatalogue, speechOf } from './test-frames.ts'

test.each([
  ['artists/juno-swade/mirrorball-math.mp3'],
  ['artists/sable-swade/last-table-by-the-window.mp3'],
  ['books/indie-music-ai-guide-2/narration/preview.mp3'],
])('no frame of %s is broken or missing, and the first one needs no earlier data', (path) => {
  expect(readCatalogue(path).frames).toMatchObject({ brokenFrames: [], lostFrames: 0, isHeadless: false })
})

test('the first frames of a recording cut from the middle may need earlier data, which is not damage', () => {
  const cut = framesOf(musicOf(200, 1234))
  expect(cut).toMatchObject({ brokenFrames: [], isHeadless: true })
})

// In stereo the side information begins behind the header, and 20 bits behind that the first granule: its length, its
// values, its window.
const frame = 120
const placeIn = (file: Buffer, byte: number) => framesOf(file).starts[frame]! + byte
test.each([
  ['more values than there can be', (file: Buffer) => void file.fill(0xff, placeIn(file, 6), placeIn(file, 10))],
  [
    'a window that does not exist',
    (file: Buffer) => void (file[placeIn(file, 10)] = (file[placeIn(file, 10)]! & 0xfc) | 4),
  ],
])('a frame with %s is broken, and no other one', (_name, damage) => {
  const file = musicOf(200)
  damage(file)
  const { brokenFrames, count } = framesOf(file)
  expect([brokenFrames.includes(frame), count]).toEqual([true, 200])
  expect(brokenFrames.every((number) => number >= frame && number <= frame + 2)).toBe(true)
})

test('a frame without its header is missing, and those that need its bytes are broken', () => {
  const file = musicOf(200)
  file.fill(0, placeIn(file, 0), placeIn(file, 3))
  const { lostFrames, count, brokenFrames } = framesOf(file)
  expect([lostFrames, count]).toEqual([1, 199])
  expect(brokenFrames.every((number) => number >= frame && number <= frame + 2)).toBe(true)
})

test('for any damaged bytes, the frame count stays close and broken frame numbers stay in range', () => {
  for (const sound of [musicOf(120), speechOf(120)])
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 12 }), (changes) => {
        const file = Buffer.from(sound)
        for (const [at, value] of changes) file[at] = value
        const { count, brokenFrames, lostFrames } = framesOf(file)
        expect(brokenFrames.every((number) => number >= 0 && number < count)).toBe(true)
        expect(count + lostFrames).toBeGreaterThan(120 - 2 * changes.length - 1)
        expect(brokenFrames.length).toBeLessThanOrEqual(4 * changes.length)
      }),
      { numRuns: 200 },
    )
})

import { expect, test } from 'vitest'
import { readSongLevels } from './song-levels.ts'

test('the levels of a position are those of its tenth of a second', () => {
  const bytes = Uint8Array.from({ length: 24 }, (_, index) => index * 10)
  const levels = readSongLevels({
    durationSeconds: 0.3,
    bandCount: 8,
    perSecond: 10,
    bands: btoa(String.fromCharCode(...bytes)),
  })!
  expect([...levels(0)!]).toEqual([0, 10, 20, 30, 40, 50, 60, 70])
  expect([...levels(0.299)!]).toEqual([...bytes.subarray(16)])
  expect(levels(-0.01)).toBeUndefined()
  expect(levels(0.31)).toBeUndefined()
})

test('levels in another format are ignored', () => {
  for (const answer of [
    null,
    [],
    'x',
    {},
    { bandCount: 4, perSecond: 10, bands: '' },
    { bandCount: 8, perSecond: 0, bands: '' },
  ])
    expect(readSongLevels(answer)).toBeUndefined()
})

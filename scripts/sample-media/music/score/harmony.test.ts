import { expect, test } from 'vitest'
import { changes, comp, near, voiceLead } from './harmony.ts'

test('the bars of a chart are divided among its chords', () => {
  const chart = changes('Dm9 | G13 Db7 | %')
  expect(chart.map(({ symbol, beat, length }) => [symbol, beat, length])).toEqual([
    ['Dm9', 0, 4],
    ['G13', 4, 2],
    ['Db7', 6, 2],
    ['Db7', 8, 4],
  ])
})

test('a two-five-one is voiced inside its range, and no voice leaps', () => {
  const voicings = voiceLead(changes('Dm9 | G13 | Cmaj9'), { low: 50, high: 70, rootless: true })
  expect(voicings.flat().every((tone) => tone >= 50 && tone <= 70)).toBe(true)
  for (const [index, voicing] of voicings.slice(1).entries()) {
    const leaps = voicing.map((tone, voice) => Math.abs(tone - voicings[index]![voice]!))
    expect(Math.max(...leaps)).toBeLessThanOrEqual(3)
  }
})

test('a stroke just before the bar line takes the next chord when pushed', () => {
  const chart = changes('C | F')
  const voicings = [[60], [65]]
  const strokes = comp(chart, voicings, () => '0/1@0.6 3.5/0.5@0.5', { push: 0.5 })
  expect(strokes.map(({ beat, pitch }) => [beat, pitch])).toEqual([
    [0, 60],
    [3.5, 65],
    [4, 65],
    [7.5, 65],
  ])
})

test('the nearest octave of a bass note is found in both directions', () => {
  expect([near(0, 38), near(11, 36), near(6, 36)]).toEqual([36, 35, 42])
})

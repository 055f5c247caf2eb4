import { expect, test } from 'vitest'
import { arrange, trimmed } from './arrange.ts'

const sampleRate = 1000
const tone = (length: number) => new Int16Array(length).fill(1000)

test('blocks are timed by their samples, with longer rests around headings and after the title', () => {
  const block = (kind: 'title' | 'heading' | 'text', ...lengths: number[]) => ({
    kind,
    text: kind,
    says: kind,
    sentences: lengths.map(tone),
  })
  const { samples, timings } = arrange(
    [block('title', 1000), block('heading', 500), block('text', 1000, 1000), block('text', 100)],
    sampleRate,
  )
  expect(timings.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
    [0, 1],
    [2.2, 2.7],
    [3.4, 5.7],
    [6.05, 6.15],
  ])
  expect(samples).toHaveLength(6150)
})

test('silence at both ends is shortened and faded', () => {
  const sentence = new Int16Array(3000)
  sentence.set(tone(500), 1000)
  const cut = trimmed(sentence, sampleRate)
  expect(cut.length).toBeGreaterThan(500)
  expect(cut.length).toBeLessThanOrEqual(620)
  expect(cut[0]).toBe(0)
  expect(cut.at(-1)).toBe(0)
})

test('a silent recording is rejected', () => {
  expect(() => trimmed(new Int16Array(100), sampleRate)).toThrow('silent')
})

import { expect, test } from 'vitest'
import { worstBurst } from './coding-faults.ts'

const sampleRate = 22_050
const hum = Int16Array.from({ length: sampleRate }, (_, at) => 8000 * Math.sin((at * 2 * Math.PI * 300) / sampleRate))

test('a chirp added by a codec is found, identical sound is not', () => {
  const chirped = hum.map(
    (sample, at) => sample + (at > 9000 && at < 9500 ? 4000 * Math.sin((at * 2 * Math.PI * 5000) / sampleRate) : 0),
  )
  expect(worstBurst(hum, hum, sampleRate)).toBe(0)
  expect(worstBurst(hum, chirped, sampleRate)).toBeGreaterThan(10)
})

test('an inaudible artifact is ignored', () => {
  const hissing = hum.map((sample, at) => sample + (at % 2 ? 8 : -8))
  expect(worstBurst(hum, hissing, sampleRate)).toBe(0)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignLetters } from './align-letters.ts'
import { runSlices } from './slices.ts'

const words =
  'the drummer was asleep on the couch all that time and when he woke up he sat down played it once and went home'.split(
    ' ',
  )

test('a text is aligned with itself, letter by letter', async () => {
  const text = words.join('')
  expect([...(await runSlices(alignLetters(text, text)))]).toEqual([...text].map((_, index) => index))
})

test('text in between is skipped', async () => {
  const spoken = words.join('')
  const printed = `contents${words.slice(0, 10).join('')}page7runninghead${words.slice(10).join('')}theend`
  const places = await runSlices(alignLetters(spoken, printed))
  expect([...places].filter((place) => place < 0).length).toBeLessThan(8)
  expect([...places].every((place, index) => place < 0 || printed[place] === spoken[index])).toBe(true)
})

test('for any texts, positions only increase and match the same letter', async () => {
  const text = fc.array(fc.constantFrom(...words), { maxLength: 120 }).map((all) => all.join(''))
  await fc.assert(
    fc.asyncProperty(text, text, async (spoken, printed) => {
      let last = -1
      const places = await runSlices(alignLetters(spoken, printed))
      places.forEach((place, index) => {
        if (place < 0) return
        expect(place).toBeGreaterThan(last)
        expect(printed[place]).toBe(spoken[index])
        last = place
      })
    }),
    { numRuns: 300 },
  )
})

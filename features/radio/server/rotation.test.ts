import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseRecording, rotationMemory } from './rotation.ts'

const libraries = fc
  .integer({ min: 1, max: 30 })
  .chain((size) =>
    fc
      .array(fc.integer({ min: 0, max: 5 }), { minLength: size, maxLength: size })
      .map((artists) => artists.map((artist, i) => ({ id: `track:${i}`, artist: `artist ${artist}` }))),
  )

function play(library: { id: string; artist: string }[], from: number, count: number): string[] {
  const played: string[] = []
  for (let i = 0; i < count; i++) played.push(chooseRecording(from + i, played, library)!.id)
  return played
}

test('no recording repeats before six in ten of the library have played', () => {
  fc.assert(
    fc.property(libraries, fc.integer({ min: 1, max: 1_000_000 }), (library, from) => {
      const played = play(library, from, library.length * 4)
      const pause = Math.min(rotationMemory(library.length), library.length - 1)
      return played.every((id, i) => !played.slice(Math.max(0, i - pause), i).includes(id))
    }),
  )
})

test('an artist follows themself only if no other recording is available', () => {
  fc.assert(
    fc.property(libraries, fc.integer({ min: 1, max: 1_000_000 }), (library, from) => {
      const artistOf = new Map(library.map(({ id, artist }) => [id, artist]))
      const played = play(library, from, library.length * 4)
      return played.every((id, i) => {
        const last = played[i - 1]
        if (!last || artistOf.get(last) !== artistOf.get(id)) return true
        const resting = new Set(played.slice(Math.max(0, i - rotationMemory(library.length)), i))
        return library.every((one) => resting.has(one.id) || one.artist === artistOf.get(id))
      })
    }),
  )
})

test('every recording plays, and the choice depends on the arguments alone', () => {
  const library = Array.from({ length: 9 }, (_, i) => ({ id: `track:${i}`, artist: `artist ${i}` }))
  const played = play(library, 1, 400)
  expect(new Set(played).size).toBe(9)
  expect(play(library.toReversed(), 1, 400)).toEqual(played)
  // A process that joins late and knows only the last plays makes the same choice.
  const late = played.slice(200, 200 + rotationMemory(9))
  const next = 200 + late.length
  expect(chooseRecording(1 + next, late, library)?.id).toBe(played[next])
})

test('a single recording repeats, and an empty library gives undefined', () => {
  expect(play([{ id: 'only', artist: 'one' }], 5, 3)).toEqual(['only', 'only', 'only'])
  expect(chooseRecording(1, [], [])).toBeUndefined()
})

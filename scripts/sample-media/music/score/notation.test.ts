import { expect, test } from 'vitest'
import { line, pitch, steps } from './notation.ts'

test('middle C is 60, and accidentals move it by semitones', () => {
  expect([pitch('C4'), pitch('Eb4'), pitch('F#3'), pitch('Bbb4')]).toEqual([60, 63, 54, 69])
})

test('a written line becomes notes in time, including chords and rests', () => {
  const notes = line('C4/1 r/1 E4+G4/2 |', { at: 8, legato: 1 })
  expect(notes.map(({ beat, length, pitch: tone }) => [beat, length, tone])).toEqual([
    [8, 1, 60],
    [10, 2, 64],
    [10, 2, 67],
  ])
})

test('a bar with the wrong length is rejected', () => {
  expect(() => line('C4/1 D4/1 E4/1 |')).toThrow('bar line at beat 3')
})

test('a drum row strikes at its marks, and softer where marked', () => {
  const strokes = steps('x..o', 36, { at: 4, velocity: 1 })
  expect(strokes.map(({ beat, velocity }) => [beat, velocity])).toEqual([
    [4, 1],
    [4.75, 0.78],
  ])
})

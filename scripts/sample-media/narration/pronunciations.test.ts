import { expect, test } from 'vitest'
import { dictionaryEntries, respelled } from './pronunciations.ts'

test('pronunciations are split into syllables, one for each vowel', () => {
  expect(dictionaryEntries()).toContain('("bass" nil (((b ey s) 1)))')
  expect(dictionaryEntries()).toContain('("midi" nil (((m ih) 1) ((d iy) 0)))')
})

test('words with two pronunciations are distinguished by their neighbors', () => {
  expect(respelled('A I played a song by A I.')).toBe('lettera I played a song by lettera I.')
  expect(respelled('Master A and the A above middle C. A good one.')).toBe(
    'Master lettera and the lettera above middle C. A good one.',
  )
  expect(respelled('Use it for this use.')).toBe('Use it for this usenoun.')
  expect(respelled('where you live, a live take')).toBe('where you live, a liveonstage take')
})

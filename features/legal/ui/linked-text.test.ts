import { expect, test } from 'vitest'
import { partsOf } from './linked-text.ts'

test('links are taken out of running words in their order', () => {
  expect(partsOf('Use [this form](/withdraw) or [write](mailto:a@b.example).')).toEqual([
    { words: 'Use ' },
    { words: 'this form', href: '/withdraw' },
    { words: ' or ' },
    { words: 'write', href: 'mailto:a@b.example' },
    { words: '.' },
  ])
})

test('brackets that are no link stay words', () => {
  expect(partsOf('[sic] and (so on)')).toEqual([{ words: '[sic] and (so on)' }])
  expect(partsOf('')).toEqual([])
})

import { expect, test } from 'vitest'
import { partsOf } from './linked-text.ts'

test('links are split from text in order', () => {
  expect(partsOf('Use [this form](/withdraw) or [write](mailto:a@b.example).')).toEqual([
    { text: 'Use ' },
    { text: 'this form', href: '/withdraw' },
    { text: ' or ' },
    { text: 'write', href: 'mailto:a@b.example' },
    { text: '.' },
  ])
})

test('brackets without a link stay text', () => {
  expect(partsOf('[sic] and (so on)')).toEqual([{ text: '[sic] and (so on)' }])
  expect(partsOf('')).toEqual([])
})

import { expect, test } from 'vitest'
import { fieldOfProblem, withoutFieldName, problems } from './problems.ts'

test('an error message loses the API name of its field, and nothing else', () => {
  expect(withoutFieldName('ISRC (isrc): An ISRC has 12 characters, like USRC17607839.')).toBe(
    'ISRC: An ISRC has 12 characters, like USRC17607839.',
  )
  expect(withoutFieldName('Artist name (artist_name): this text is too long.')).toBe(
    'Artist name: this text is too long.',
  )
  for (const message of Object.values(problems)) expect(withoutFieldName(message)).toBe(message)
})

test('an error message tells which field it is about', () => {
  expect(fieldOfProblem('Artist name (artist_name): this text is too long.')).toBe('artist_name')
  for (const told of Object.values(problems)) expect(fieldOfProblem(told)).toBeUndefined()
})

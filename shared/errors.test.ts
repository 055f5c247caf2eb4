import { expect, test } from 'vitest'
import { AppError, isAppError } from './errors.ts'

test('a refusal is known by its shape, also when another bundle’s copy of the class made it', () => {
  const elsewhere = Object.assign(new Error('Too many.'), { name: 'AppError', code: 'too-many-requests' })
  expect([new AppError('gone', 'Gone.'), elsewhere].map(isAppError)).toEqual([true, true])
  const others = [
    new Error('x'),
    Object.assign(new Error('x'), { name: 'AppError', code: 'toString' }),
    { name: 'AppError', code: 'gone' },
    undefined,
  ]
  expect(others.map(isAppError)).toEqual([false, false, false, false])
})

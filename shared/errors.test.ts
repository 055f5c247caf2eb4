import { expect, test } from 'vitest'
import { AppError, isAppError } from './errors.ts'

test('an error is recognized by its shape, also if another bundle’s copy of the class created it', () => {
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

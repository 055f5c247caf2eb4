import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable-error.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code }, more)

test.each([
  withCode('ECONNREFUSED'),
  withCode('ENOENT', { syscall: 'connect' }),
  withCode('57P01'),
  withCode('57P03'),
  withCode('08006'),
  withCode('53300'),
  withCode('57014'),
  withCode('40001'),
  withCode('40P01'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('wrapped by the query builder', { cause: withCode('08003') }),
  new AggregateError([new Error('x'), withCode('ECONNREFUSED')]),
])('%o means that the database is unavailable', (error) => {
  expect(isUnavailable(error)).toBe(true)
})

test.each([
  withCode('23505'),
  withCode('42P01'),
  withCode('ENOENT', { syscall: 'open' }),
  new Error('x'),
  'ECONNREFUSED',
  undefined,
  null,
])('%o is not treated as an outage', (error) => {
  expect(isUnavailable(error)).toBe(false)
})

test('an error that is its own cause is still classified', () => {
  const error = new Error('round')
  error.cause = error
  expect(isUnavailable(error)).toBe(false)
})

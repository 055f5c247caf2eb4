import { expect, test } from 'vitest'
import { createRefusedJobs } from './refused-jobs.ts'

test('a failed job is rejected with the same message until its time is over', () => {
  let nowMs = 5_000
  const refused = createRefusedJobs({ rememberMs: 1_000, now: () => nowMs })
  refused.add('a', 'Too much.')
  nowMs += 999
  expect(refused.find('a')).toMatchObject({ code: 'unavailable', message: 'Too much.', retryAfterSeconds: undefined })
  expect(refused.find('b')).toBeUndefined()
  nowMs += 1
  expect(refused.find('a')).toBeUndefined()
})

test('when the limit of remembered jobs is exceeded, the oldest may be retried; a repeated failure counts as new', () => {
  const refused = createRefusedJobs({ max: 3, now: () => 0 })
  for (const key of ['a', 'b', 'c', 'a', 'd', 'e']) refused.add(key, 'Too much.')
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => refused.find(key))).toEqual(['a', 'd', 'e'])
})

test('each lookup returns a new error without a cause', () => {
  const refused = createRefusedJobs()
  refused.add('a', 'Too much.')
  expect(refused.find('a')).not.toBe(refused.find('a'))
  expect(refused.find('a')?.cause).toBeUndefined()
})

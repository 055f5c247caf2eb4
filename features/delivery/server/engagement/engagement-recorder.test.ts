import { expect, test } from 'vitest'
import { fastify } from 'fastify'
import type { ProcessDeps } from '#platform/feature.ts'
import { createEngagementRecorder } from './engagement-recorder.ts'

test('a shutdown while the database is unavailable does not wait for the next retry', async () => {
  let tries = 0
  const away = {
    transaction: async () => {
      tries++
      throw new Error('the database is away')
    },
  } as unknown as ProcessDeps['db']
  const counter = createEngagementRecorder({ db: away, log: fastify().log, pauseMs: 1, retryMs: 30_000 })
  counter.add('0197b3a2-0000-4000-8000-000000000001', {
    at: new Date(),
    kind: 'open',
    linkNumber: null,
    userAgent: 'Mozilla/5.0 (X11)',
    isPrefetch: false,
  })
  await expect.poll(() => tries, { timeout: 10_000 }).toBeGreaterThan(0)
  // Without the stop, it would retry after thirty seconds, and after another thirty: longer than this test may
  // take.
  await counter.stop()
  expect(tries).toBeGreaterThanOrEqual(3)
}, 20_000)

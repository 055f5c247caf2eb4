import { expect, test } from 'vitest'
import { withLabels } from './sending-form.tsx'

test('an error names the fields as the form does', () =>
  expect(withLabels('rate_per_second must be at least 1. stop_after_errors must be at most 10000.')).toBe(
    '“Maximum emails per second” must be at least 1. “Pause after consecutive errors” must be at most 10000.',
  ))

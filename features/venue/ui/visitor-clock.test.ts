import { expect, test } from 'vitest'
import { usableZone } from './visitor-clock.ts'

test('an unusable or missing time zone becomes UTC', () => {
  expect(['America/New_York', 'Etc/Unknown', 'nowhere', '', undefined].map(usableZone)).toEqual([
    'America/New_York',
    'UTC',
    'UTC',
    'UTC',
    'UTC',
  ])
})

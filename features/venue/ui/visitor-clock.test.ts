import { expect, test } from 'vitest'
import { usableZone } from './visitor-clock.ts'

test('a zone in which no time can be maxListed, or none at all, is UTC', () => {
  expect(['America/New_York', 'Etc/Unknown', 'nowhere', '', undefined].map(usableZone)).toEqual([
    'America/New_York',
    'UTC',
    'UTC',
    'UTC',
    'UTC',
  ])
})

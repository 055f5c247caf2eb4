import { expect, test } from 'vitest'
import { nextCheck } from './next-check.ts'

const dayMs = 24 * 60 * 60 * 1000
const paidAt = new Date('2026-01-01T00:00:00Z')

test('refunds are checked daily for a month, then weekly, for half a year', () => {
  const days: number[] = []
  let at: Date | null = paidAt
  while ((at = nextCheck({ provider: 'stripe', state: 'fulfilled', paidAt }, at)))
    days.push((at.getTime() - paidAt.getTime()) / dayMs)
  expect(days.slice(0, 32)).toEqual([...Array.from({ length: 30 }, (_, day) => day + 1), 37, 44])
  expect(days.at(-1)).toBeGreaterThanOrEqual(180)
  expect(days.at(-1)).toBeLessThan(190)
})

test('a dispute is checked until it ends, and Cash App payments are never checked', () => {
  const late = new Date(paidAt.getTime() + 300 * dayMs)
  expect(nextCheck({ provider: 'stripe', state: 'disputed', paidAt }, late)).toEqual(
    new Date(late.getTime() + 7 * dayMs),
  )
  expect(nextCheck({ provider: 'stripe', state: 'fulfilled', paidAt }, late)).toBeNull()
  expect(nextCheck({ provider: 'cashapp', state: 'fulfilled', paidAt }, paidAt)).toBeNull()
})

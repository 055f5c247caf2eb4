import { expect, test } from 'vitest'
import type { OrderView } from '#features/checkout/contract.ts'
import { leftCents } from './left-cents.ts'

const left = (paidCents: number | undefined, refundedCents: number) =>
  leftCents({ paidCents, refundedCents, priceCents: 999 } as unknown as OrderView)

test('what can be given back is what came without what went, never below nothing', () => {
  expect([left(999, 0), left(undefined, 0), left(1200, 300), left(999, 999), left(999, 1500)]).toEqual([
    999, 999, 900, 0, 0,
  ])
})

import { expect, test } from 'vitest'
import type { OrderDetails } from '#features/checkout/contract.ts'
import { refundableCents } from './refundable-cents.ts'

const left = (paidCents: number | undefined, refundedCents: number) =>
  refundableCents({ paidCents, refundedCents, priceCents: 999 } as unknown as OrderDetails)

test('the refundable amount is what was paid minus what was returned, never negative', () => {
  expect([left(999, 0), left(undefined, 0), left(1200, 300), left(999, 999), left(999, 1500)]).toEqual([
    999, 999, 900, 0, 0,
  ])
})

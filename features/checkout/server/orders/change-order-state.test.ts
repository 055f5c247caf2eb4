import { expect, test } from 'vitest'
import { changeOrderState } from './change-order-state.ts'
import type { Database, Order } from './queries.ts'

test('a transition that is not allowed is rejected before anything is written', async () => {
  const untouched = {} as Database
  const refunded = { id: 'an-order', state: 'refunded' } as Order
  await expect(changeOrderState(untouched, refunded, 'paid', { actor: 'webhook', at: new Date() })).rejects.toThrow(
    'An order cannot go from refunded to paid.',
  )
})

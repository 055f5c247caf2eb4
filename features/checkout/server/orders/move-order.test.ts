import { expect, test } from 'vitest'
import { moveOrder } from './move-order.ts'
import type { Database, Order } from './queries.ts'

test('a move that is not allowed is refused before anything is written', async () => {
  const untouched = {} as Database
  const refunded = { id: 'an-order', state: 'refunded' } as Order
  await expect(moveOrder(untouched, refunded, 'paid', { actor: 'webhook', at: new Date() })).rejects.toThrow(
    'An order cannot go from refunded to paid.',
  )
})

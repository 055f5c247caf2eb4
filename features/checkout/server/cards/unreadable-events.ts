import type { Database } from '#platform/database/open-database.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { PaymentEvent } from '#platform/payments/provider.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItemSource } from '#features/owner/contract.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { deleteUnreadableEvent, insertProviderEvent, listUnreadableEvents } from '../orders/queries.ts'

const maxListed = 20

/** Separates these rows from those of handled events: the same event may arrive again in a readable version. */
const prefix = 'unreadable:'

/**
 * Records a signed event of unknown shape for the owner. It counts as received, because the provider would otherwise
 * resend it for days and then stop sending any events; orders are also checked with the provider without events.
 */
export async function storeUnreadableEvent(
  { db, clock, log }: Pick<OrderDeps, 'db' | 'clock' | 'log'>,
  provider: 'stripe' | 'test',
  { id, type, properties }: Extract<PaymentEvent, { kind: 'unreadable' }>,
): Promise<void> {
  const isNew = await withUnavailableError(
    insertProviderEvent(db, { id: prefix + id, provider, type, orderId: null, receivedAt: clock.now() }),
  )
  if (isNew) log.error({ event: id, type, properties }, 'webhook event has an unknown shape')
}

/** Creates the action items of signed events that could not be read. */
export function createUnreadableEventItems({ db }: { db: Database['db'] }): ActionItemSource {
  return {
    kinds: ['unreadable-event'],
    async list() {
      const events = await withUnavailableError(listUnreadableEvents(db, maxListed))
      return events.map(({ id, type, receivedAt }) => ({
        key: `unreadable-event:${id}`,
        severity: 'money',
        title: 'Payment event could not be read',
        detail: `${type || 'unknown type'} · ${id.replace(prefix, '')}. The site could not read this event, but it still checks orders with the payment provider. Look up the event there. If it concerns one of your orders, handle the payment manually.`,
        since: receivedAt.toISOString(),
        action: { label: 'Mark as done', canUndo: false },
        href: '/admin/orders',
        linkLabel: 'View orders',
      }))
    },
    async runAction(key) {
      if (!(await withUnavailableError(deleteUnreadableEvent(db, key.slice(key.indexOf(':') + 1)))))
        throw new AppError('conflict', 'This was already marked as done.')
    },
    async undo() {
      throw new AppError('conflict', 'This cannot be undone.')
    },
  }
}

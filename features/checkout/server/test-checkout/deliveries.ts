import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { DisputeStatus, PaymentEvent } from '#platform/payments/provider.ts'
import { disputeAt, disputeBegins } from './refunds-and-disputes.ts'
import { asPaymentSession } from './provider.ts'
import {
  type Delivery,
  findLastDelivery,
  findNextDue,
  findTestSession,
  listDueDeliveries,
  markDelivered,
} from './queries.ts'

type Deliveries = {
  /** Delivers all due webhooks once. */
  now(): Promise<void>
  /** Returns the milliseconds until the next delivery is due. */
  nextInMs(): Promise<number | undefined>
}

/**
 * Creates the webhook deliveries of the test checkout. They are rows, so they survive a crash; a delivery that was
 * handled but not marked as delivered is repeated, like a real webhook.
 */
export function createDeliveries({
  db,
  clock,
  handleEvent,
  onFault,
}: {
  db: Database['db']
  clock: Clock
  handleEvent: (event: PaymentEvent) => Promise<void>
  onFault: (error: unknown) => void
}): Deliveries {
  let running: Promise<void> | undefined
  let isRepeated = false

  async function deliver() {
    const due = await listDueDeliveries(db, clock.now(), 100)
    // A failed delivery is retried, and later ones do not wait for it.
    for (const delivery of due) await deliverOne(delivery).catch(onFault)
  }

  async function deliverOne(delivery: Delivery) {
    const event = await eventOf(db, delivery, clock.now())
    if (event) await handleEvent(event)
    await markDelivered(db, delivery.id, clock.now())
  }

  // Rows added during a round may be too late for it, so another round follows.
  async function rounds() {
    do {
      isRepeated = false
      await deliver()
    } while (isRepeated)
  }

  function now(): Promise<void> {
    if (running) isRepeated = true
    running ??= rounds().finally(() => (running = undefined))
    return running
  }

  return {
    now,
    async nextInMs() {
      const dueAt = await findNextDue(db)
      return dueAt && dueAt.getTime() - clock.now().getTime()
    },
  }
}

async function eventOf(
  db: Database['db'],
  { eventId: id, type, sessionId, amountCents, dueAt }: Delivery,
  now: Date,
): Promise<PaymentEvent | undefined> {
  const session = await findTestSession(db, sessionId)
  if (!session) return undefined
  const payment = { paymentId: session.paymentId ?? '', reference: session.request.orderId }
  const dispute = async (status: DisputeStatus): Promise<PaymentEvent> => {
    const opened = await findLastDelivery(db, { sessionId, types: disputeBegins, until: dueAt })
    return {
      id,
      type,
      kind: 'dispute',
      ...payment,
      dispute: disputeAt(opened ?? { eventId: id, amountCents, dueAt }, status, dueAt),
    }
  }
  switch (type) {
    case 'checkout.session.completed':
      return { id, type, kind: 'session', outcome: 'completed', session: asPaymentSession(session, now) }
    case 'charge.refunded':
      return {
        id,
        type,
        kind: 'refund',
        ...payment,
        isFull: amountCents === null,
        refundedCents: amountCents ?? session.request.amountCents,
      }
    case 'charge.dispute.created':
      return dispute('open')
    case 'inquiry':
      return dispute('inquiry')
    case 'inquiry closed':
      return dispute('closed')
    case 'dispute won':
      return dispute('won')
    case 'dispute lost':
      return dispute('lost')
    default:
      return undefined
  }
}

import type { RateLimit } from '#platform/rate-limit.ts'
import { PaymentError } from '#platform/payments/provider.ts'
import { AppError } from '#shared/errors.ts'
import { cutText } from '#shared/cut-text.ts'
import { orRefusal } from '#platform/database/unavailable.ts'
import type { OrderDeskService } from '#features/checkout/contract.ts'
import { type CardProviders, providerOf } from '../cards/providers.ts'
import { withinLimit } from '../within-limit.ts'
import { takeBackAll } from '../orders/afterwards.ts'
import { fulfilWithin } from '../orders/fulfil.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { moveOrder, noteOnOrder } from '../orders/move-order.ts'
import { isUnpaid, mayMove } from '../orders/order-states.ts'
import {
  type Database,
  findOrder,
  listDisputes,
  lockOrder,
  type Order,
  removeNeeds,
  findEntitlement,
} from '../orders/queries.ts'
import { moneyOf } from '../orders/money.ts'
import { decideAccess } from './decide-access.ts'
import { createOrderList, isOrderId } from './order-list.ts'
import { reopenClaim } from './reopen.ts'
import { settle, unsettle } from './settle.ts'
import { issueLink } from '../shelves/links.ts'
import { hasMoveSince } from './queries.ts'

/** A second press this soon means the mail that is on its way. */
const sameMailMs = 60_000

const sentAgain = 'access email sent again'

/**
 * Mails a new personal link to the order's address. Links mailed before stay good: one of them may be in use.
 *
 * @throws AppError `conflict` when there is nothing to open or nobody to mail, `too-many-requests`.
 */
async function resend(
  parts: OrderParts,
  tx: Database,
  order: Order,
  isAllowed: boolean,
): Promise<{ email: string; wasMailed: boolean }> {
  const right = await findEntitlement(tx, order.id)
  if (!right?.isOpen)
    throw new AppError('conflict', 'The buyer has no access to this book, so there is no link to send.')
  if (!order.email)
    throw new AppError('conflict', 'This order has no email address. The buyer can add one on the book page.')
  const at = parts.clock.now()
  if (await hasMoveSince(tx, order.id, sentAgain, new Date(at.getTime() - sameMailMs)))
    return { email: order.email, wasMailed: false }
  if (!isAllowed)
    throw new AppError('too-many-requests', 'This email was already sent several times today. Try again tomorrow.')
  const token = await issueLink(tx, right.id, at)
  await parts.outbox.enqueue(tx, `order:${order.id}:access:${at.getTime()}`, await parts.letters.access(order, token))
  await noteOnOrder(tx, order, { actor: 'owner', at, detail: sentAgain })
  return { email: order.email, wasMailed: true }
}

type Limits = { limits: { resendPerOrder: RateLimit } }

/** What the owner decides about orders. Every act is a line in the order's log, and none is done twice. */
export function createOrderDesk(parts: OrderParts & Limits, providers: CardProviders): OrderDeskService {
  const { db, clock } = parts

  async function onOrder<Result>(
    orderId: string,
    act: (tx: Database, order: Order) => Promise<Result>,
  ): Promise<Result> {
    const result = await orRefusal(
      db.transaction(async (tx) => {
        const order = isOrderId(orderId) ? await lockOrder(tx, orderId) : undefined
        if (!order) throw noSuchOrder()
        return act(tx, order)
      }),
    )
    parts.outbox.wake()
    return result
  }

  return {
    ...createOrderList(parts),
    confirmClaim: (orderId) =>
      onOrder(orderId, async (tx, order) => {
        assertClaim(order)
        const { priceCents: amountCents, currency, email } = order
        await fulfilWithin(parts, tx, order.id, { amountCents, currency, email, paymentId: undefined }, 'owner')
      }),
    declineClaim: (orderId, reason) =>
      onOrder(orderId, async (tx, order) => {
        assertClaim(order)
        if (!mayMove(order.state, 'declined')) throw new AppError('conflict', 'This payment was already declined.')
        const at = clock.now()
        const detail = cutText(reason.trim(), 500)
        await moveOrder(tx, order, 'declined', { actor: 'owner', at, detail }, { nextCheckAt: null })
        const declined = await removeNeeds(tx, order.id, ['claim'])
        if (!order.email) return
        // Declined, taken up again and declined once more are two mails.
        await parts.outbox.enqueue(
          tx,
          `order:${order.id}:declined:${at.getTime()}`,
          await parts.letters.claimDeclined(declined, detail),
        )
      }),
    reopenClaim: (orderId) => onOrder(orderId, (tx, order) => reopenClaim(parts, tx, order)),
    async resend(orderId) {
      let email = ''
      await withinLimit(parts.limits.resendPerOrder, orderId, async (isAllowed) => {
        const sent = await onOrder(orderId, (tx, order) => resend(parts, tx, order, isAllowed))
        email = sent.email
        return sent.wasMailed
      })
      return { email }
    },
    async refund(orderId) {
      const order = isOrderId(orderId) ? await orRefusal(findOrder(db, orderId)) : undefined
      if (!order) throw noSuchOrder()
      if (order.state === 'refunded') return
      if (!mayMove(order.state, 'refunded'))
        throw new AppError('conflict', 'There is nothing to refund for this order.')
      if (order.provider !== 'cashapp') await giveBack(order)
      await onOrder(orderId, (tx, locked) => takeBackAll(parts, tx, locked, 'refunded by the owner'))
    },
    closeBook: (orderId) => onOrder(orderId, (tx, order) => decideAccess(parts, tx, order, 'closed')),
    openBook: (orderId) => onOrder(orderId, (tx, order) => decideAccess(parts, tx, order, 'open')),
    settle: (orderId, seen) => onOrder(orderId, (tx, order) => settle(parts, tx, order, seen)),
    unsettle: (orderId, seen) => onOrder(orderId, (tx, order) => unsettle(parts, tx, order, seen)),
  }

  // Before our own row: if we die in between, the provider's message closes the order.
  async function giveBack(order: Order): Promise<void> {
    const provider = providerOf(providers, order)
    if (!provider || !order.paymentId)
      throw new AppError('conflict', 'The payment provider of this order is not connected.')
    const money = moneyOf(order, await orRefusal(listDisputes(db, order.id)))
    // What a bank took is not ours to give back; otherwise the provider knows best how much is left.
    const rest = money.backCents > order.givenBackCents ? money.paidCents - money.backCents : undefined
    try {
      // A refusal is remembered under its key; a few minutes later the owner may ask anew.
      await provider.refund(
        order.paymentId,
        `refund-${order.id}-${rest ?? 'all'}-${Math.floor(clock.now().getTime() / 600_000)}`,
        rest,
      )
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      const why = money.heldCents > 0 ? ' while a dispute is open' : ''
      throw new AppError(
        'unavailable',
        `The payment provider did not refund the payment${why}. Nothing was changed. Try again later.`,
        {
          cause: error,
        },
      )
    }
  }
}

const noSuchOrder = () => new AppError('not-found', 'Order not found.')

function assertClaim({ provider, state }: Order): void {
  if (provider !== 'cashapp')
    throw new AppError('conflict', 'This order has no Cash App payment to confirm or decline.')
  if (state === 'fulfilled') throw new AppError('conflict', 'This payment was already confirmed.')
  if (!isUnpaid(state)) throw new AppError('conflict', 'This order has no Cash App payment to confirm or decline.')
}

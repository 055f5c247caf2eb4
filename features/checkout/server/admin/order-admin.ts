import type { RateLimit } from '#platform/rate-limit.ts'
import { PaymentError } from '#platform/payments/provider.ts'
import { AppError } from '#shared/errors.ts'
import { cutText } from '#shared/cut-text.ts'
import { isUuid } from '#shared/uuid.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { OrderAdminService } from '#features/checkout/contract.ts'
import { type CardProviders, providerOf } from '../cards/providers.ts'
import { withinLimit } from '../within-limit.ts'
import { applyFullRefund } from '../orders/refunds-and-disputes.ts'
import { fulfilWithin } from '../orders/fulfil.ts'
import type { OrderDeps } from '../orders/order-deps.ts'
import { changeOrderState, addOrderNote } from '../orders/change-order-state.ts'
import { isUnpaid, canTransition } from '../orders/order-states.ts'
import {
  type Database,
  findOrder,
  listDisputes,
  lockOrder,
  type Order,
  removeActionItems,
  findEntitlement,
} from '../orders/queries.ts'
import { moneyOf } from '../orders/money.ts'
import { decideAccess } from './decide-access.ts'
import { createOrderList } from './order-list.ts'
import { reopenClaim } from './reopen-claim.ts'
import { resolve, unresolve } from './resolve-action-items.ts'
import { issueLink } from '../library/access-links.ts'
import { hasOrderEventSince } from './queries.ts'

/** A second request within this time is the same request. */
const sameMailMs = 60_000

const resentNote = 'access email sent again'

/**
 * Mails a new personal link to the order's address. Earlier links still work, because one of them may be in use.
 *
 * @throws AppError `conflict` when there is no access or no address, `too-many-requests`.
 */
async function resend(
  deps: OrderDeps,
  tx: Database,
  order: Order,
  isAllowed: boolean,
): Promise<{ email: string; wasMailed: boolean }> {
  const entitlement = await findEntitlement(tx, order.id)
  if (!entitlement?.isOpen)
    throw new AppError('conflict', 'This order gives no access to the book, so there is no link to send.')
  if (!order.email)
    throw new AppError('conflict', 'This order has no email address. The buyer can add one on the book page.')
  const at = deps.clock.now()
  if (await hasOrderEventSince(tx, order.id, resentNote, new Date(at.getTime() - sameMailMs)))
    return { email: order.email, wasMailed: false }
  if (!isAllowed)
    throw new AppError('too-many-requests', 'This email was already sent several times today. Try again tomorrow.')
  const token = await issueLink(tx, entitlement.id, at)
  await deps.outbox.enqueue(tx, `order:${order.id}:access:${at.getTime()}`, await deps.emails.access(order, token))
  await addOrderNote(tx, order, { actor: 'owner', at, detail: resentNote })
  return { email: order.email, wasMailed: true }
}

type AdminDeps = OrderDeps & { limits: { resendPerOrder: RateLimit } }

/** Creates the admin of orders. Each action is recorded in the history of the order and performed once. */
export function createOrderAdmin(deps: AdminDeps, providers: CardProviders): OrderAdminService {
  const { db, clock } = deps

  async function onOrder<Result>(
    orderId: string,
    run: (tx: Database, order: Order) => Promise<Result>,
  ): Promise<Result> {
    const result = await withUnavailableError(
      db.transaction(async (tx) => {
        const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined
        if (!order) throw noSuchOrder()
        return run(tx, order)
      }),
    )
    deps.outbox.wake()
    return result
  }

  return {
    ...createOrderList(deps),
    confirmClaim: (orderId) =>
      onOrder(orderId, async (tx, order) => {
        assertClaim(order)
        const { priceCents: amountCents, currency, email } = order
        await fulfilWithin(deps, tx, order.id, { amountCents, currency, email, paymentId: undefined }, 'owner')
      }),
    declineClaim: (orderId, reason) =>
      onOrder(orderId, async (tx, order) => {
        assertClaim(order)
        if (!canTransition(order.state, 'declined'))
          throw new AppError('conflict', 'This payment was already declined.')
        const at = clock.now()
        const detail = cutText(reason.trim(), 500)
        await changeOrderState(tx, order, 'declined', { actor: 'owner', at, detail }, { nextCheckAt: null })
        const declined = await removeActionItems(tx, order.id, ['claim'])
        if (!order.email) return
        // A claim that is declined, reopened and declined again sends two mails.
        await deps.outbox.enqueue(
          tx,
          `order:${order.id}:declined:${at.getTime()}`,
          await deps.emails.claimDeclined(declined, detail),
        )
      }),
    reopenClaim: (orderId) => onOrder(orderId, (tx, order) => reopenClaim(deps, tx, order)),
    async resend(orderId) {
      let email = ''
      await withinLimit(deps.limits.resendPerOrder, orderId, async (isAllowed) => {
        const sent = await onOrder(orderId, (tx, order) => resend(deps, tx, order, isAllowed))
        email = sent.email
        return sent.wasMailed
      })
      return { email }
    },
    async refund(orderId) {
      const order = isUuid(orderId) ? await withUnavailableError(findOrder(db, orderId)) : undefined
      if (!order) throw noSuchOrder()
      // A payment that banks returned after lost disputes was not refunded.
      if (order.state === 'refunded' && order.givenBackCents > 0) return
      if (order.state === 'disputed') throw paymentDisputed()
      if (!canTransition(order.state, 'refunded'))
        throw new AppError('conflict', 'There is nothing to refund for this order.')
      if (order.provider !== 'cashapp') await refundPayment(order)
      await onOrder(orderId, (tx, locked) => applyFullRefund(deps, tx, locked))
    },
    revokeAccess: (orderId) => onOrder(orderId, (tx, order) => decideAccess(deps, tx, order, 'closed')),
    restoreAccess: (orderId) => onOrder(orderId, (tx, order) => decideAccess(deps, tx, order, 'open')),
    resolve: (orderId, seen) => onOrder(orderId, (tx, order) => resolve(deps, tx, order, seen)),
    unresolve: (orderId, seen) => onOrder(orderId, (tx, order) => unresolve(deps, tx, order, seen)),
  }

  // The refund comes before our own update: if the process dies in between, the webhook updates the order.
  async function refundPayment(order: Order): Promise<void> {
    const provider = providerOf(providers, order)
    if (!provider || !order.paymentId)
      throw new AppError('conflict', 'The payment provider of this order is not connected.')
    const money = moneyOf(order, await withUnavailableError(listDisputes(db, order.id)))
    // Money that a bank took cannot be refunded; otherwise the provider has the most reliable amount.
    const rest = money.returnedCents > order.givenBackCents ? money.paidCents - money.returnedCents : undefined
    try {
      // The provider repeats a refusal for the same key; with a new key the owner can retry after some minutes.
      await provider.refund(
        order.paymentId,
        `refund-${order.id}-${rest ?? 'all'}-${Math.floor(clock.now().getTime() / 600_000)}`,
        rest,
      )
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      // After a timeout or an overload, the dispute need not be the reason.
      if (money.disputedCents > 0 && error.isFinal) throw paymentDisputed(error)
      throw new AppError(
        'unavailable',
        'The payment provider did not refund the payment. No changes were made. Try again later.',
        { cause: error },
      )
    }
  }
}

const paymentDisputed = (cause?: PaymentError) =>
  new AppError('conflict', 'Not refunded: this payment is disputed. Respond to the dispute first.', { cause })

const noSuchOrder = () => new AppError('not-found', 'Order not found.')

function assertClaim({ provider, state }: Order): void {
  if (provider !== 'cashapp')
    throw new AppError('conflict', 'This order has no Cash App payment to confirm or decline.')
  if (state === 'fulfilled') throw new AppError('conflict', 'This payment was already confirmed.')
  if (!isUnpaid(state)) throw new AppError('conflict', 'This order has no Cash App payment to confirm or decline.')
}

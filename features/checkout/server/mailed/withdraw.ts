import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import type { Withdrawal } from '#features/checkout/contract.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { noteOnOrder } from '../orders/move-order.ts'
import { findOrderCode } from '../orders/order-code.ts'
import { addNeed, type Database, insertWithdrawal, listPaidOrdersOf, lockOrder, type Order } from '../orders/queries.ts'
import { withinLimit } from './within-limit.ts'

export type WithdrawLimits = { withdrawPerClient: RateLimit; withdrawMailPerAddress: RateLimit }

/**
 * Takes a declaration of withdrawal. It counts as made whatever we make of it: kept word for word, acknowledged by mail with its date and
 * time, and put before the owner.
 *
 * @see https://eur-lex.europa.eu/eli/dir/2023/2673 article 11a
 * @throws AppError `too-many-requests`.
 */
export async function withdraw(
  parts: OrderParts,
  { withdrawPerClient, withdrawMailPerAddress }: WithdrawLimits,
  withdrawal: Withdrawal,
  clientAddress: string,
): Promise<{ declaredAt: string }> {
  const limit = await withdrawPerClient.consume(clientAddress)
  if (!limit.ok)
    throw new AppError('too-many-requests', 'Too many declarations from your connection. Please write to us by mail instead.', limit)
  const declaredAt = parts.clock.now()
  // Anybody may type in anybody's address: past its limit the declaration counts all the same, without another mail.
  await withinLimit(withdrawMailPerAddress, withdrawal.email, async (mayMail) => {
    await parts.db.transaction((tx) => declare(parts, tx, withdrawal, declaredAt, mayMail))
    return true
  })
  parts.outbox.wake()
  return { declaredAt: declaredAt.toISOString() }
}

async function declare(parts: OrderParts, tx: Database, withdrawal: Withdrawal, declaredAt: Date, mayMail: boolean): Promise<void> {
  const order = await findMeant(tx, withdrawal)
  const id = await insertWithdrawal(tx, { ...withdrawal, orderId: order?.id ?? null, declaredAt })
  if (mayMail) await parts.outbox.enqueue(tx, `withdrawal:${id}`, await parts.letters.withdrawalReceived(withdrawal, order, declaredAt))
  await parts.outbox.enqueue(tx, `withdrawal:${id}:owner`, await parts.letters.withdrawalNotice(withdrawal, order, declaredAt))
  if (!order) return
  await noteOnOrder(tx, order, { actor: 'buyer', at: declaredAt, detail: 'withdrawal declared' })
  await addNeed(tx, order.id, 'withdrawal')
}

/** The order a declaration means: by its code, or because it is the only one of that address. An address must fit in any case. */
async function findMeant(tx: Database, { email, contract }: Withdrawal): Promise<Order | undefined> {
  const orders = await listPaidOrdersOf(tx, email, 50)
  const code = findOrderCode(contract)
  const named = orders.filter((order) => order.code === code)
  const titled = orders.filter((order) => contract.toLowerCase().includes(order.bookTitle.toLowerCase()))
  const meant = [named, titled, orders].find((found) => found.length === 1)?.[0]
  return meant && lockOrder(tx, meant.id)
}

import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import { AppError } from '#shared/errors.ts'
import { isUuid } from '#shared/uuid.ts'
import { unmatchedWithdrawalTodo, withdrawalDueAt } from '#features/checkout/withdrawal-right.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { orderSearchPath } from '../orders/order-code.ts'
import { listUnmatchedWithdrawals, setWithdrawalHandled } from './queries.ts'

const kind = 'unmatched-withdrawal'
/** Anyone may send withdrawals, so a genuine one must not be behind a few others. */
const maxListed = 200

/**
 * Creates the action items of withdrawals that match no single order: one from an order without an email address, for
 * example. Those of an order are action items of the order.
 */
export function createUnmatchedWithdrawalItems({ db, clock }: { db: Database['db']; clock: Clock }): ActionItemSource {
  const setHandled = async (key: string, handledAt: Date | null) => {
    const id = key.slice(kind.length + 1)
    return isUuid(id) && withUnavailableError(setWithdrawalHandled(db, id, handledAt))
  }
  return {
    kinds: [kind],
    async list() {
      return (await withUnavailableError(listUnmatchedWithdrawals(db, maxListed))).map(toActionItem)
    },
    async runAction(key) {
      if (!(await setHandled(key, clock.now()))) throw new AppError('conflict', 'This was already marked as done.')
    },
    async undo(key) {
      if (!(await setHandled(key, null))) throw new AppError('conflict', 'This was already undone.')
    },
  }
}

function toActionItem(withdrawal: Awaited<ReturnType<typeof listUnmatchedWithdrawals>>[number]): ActionItem {
  const { id, name, email, contract, declaredAt } = withdrawal
  return {
    key: `${kind}:${id}`,
    severity: 'money',
    title: 'Withdrawal without a matching order',
    detail: `${[name, email].filter(Boolean).join(' · ')}. Order (as entered): “${contract}”. ${unmatchedWithdrawalTodo}`,
    since: declaredAt.toISOString(),
    due: withdrawalDueAt(declaredAt).toISOString(),
    action: { label: 'Mark as done', canUndo: true },
    href: orderSearchPath({ email, contract }),
    linkLabel: 'Search orders',
  }
}

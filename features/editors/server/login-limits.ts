import type { Database } from '#platform/database/open-database.ts'
import { createLimitStack, type Windows } from '#platform/limit-stack.ts'

const minute = 60
const hour = 60 * minute

const perClient: Windows = [
  [5, minute],
  [15, 15 * minute],
  [60, 24 * hour],
]
/**
 * Counted for every address that is entered, whether or not it has an account. There is no longer window, because
 * anyone could use it to lock the account out.
 */
const perAccount: Windows = [
  [5, minute],
  [20, 15 * minute],
]

/**
 * Counted per account for the second step. Only people with the password get this far, so a daily limit is possible
 * too: six digits withstand 60 guesses a day.
 */
const perSecondStep: Windows = [...perAccount, [60, 24 * hour]]

/** Limits of sign-in attempts. */
export type LoginLimits = ReturnType<typeof createLoginLimits>

/** Creates the limits of sign-in attempts per client and per account. */
export function createLoginLimits(database: Pick<Database, 'pool'>) {
  const [clientLimit, accountLimit] = [
    createLimitStack(database, 'desk-client', perClient),
    createLimitStack(database, 'desk-account', perAccount),
  ]
  return {
    /** Limit of second steps, by account id. */
    secondStep: createLimitStack(database, 'desk-second-step', perSecondStep),
    /** Counts an attempt. @throws AppError `too-many-requests` with the longest wait of all windows. */
    async consume(clientAddress: string, email: string): Promise<void> {
      // A client over its own limit does not use up the account's limit.
      await clientLimit.consume(clientAddress)
      await accountLimit.consume(email)
    },
    /** Reverts a counted attempt after a correct password. */
    async restore(clientAddress: string, email: string): Promise<void> {
      await Promise.all([clientLimit.restore(clientAddress), accountLimit.restore(email)])
    },
  }
}

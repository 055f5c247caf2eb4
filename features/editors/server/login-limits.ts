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
 * Counted for every address that is typed in, whether or not anybody has it. No longer window: whoever guesses locks
 * the account's owner out.
 */
const perAccount: Windows = [
  [5, minute],
  [20, 15 * minute],
]

/** How often somebody may try to sign in. */
export type LoginLimits = ReturnType<typeof createLoginLimits>

export function createLoginLimits(database: Pick<Database, 'pool'>) {
  const [ofClient, ofAccount] = [
    createLimitStack(database, 'desk-client', perClient),
    createLimitStack(database, 'desk-account', perAccount),
  ]
  return {
    /** @throws AppError `too-many-requests` with the longest wait any window asks for. */
    async take(clientAddress: string, email: string): Promise<void> {
      // A client that has used up its own share takes nothing of the account's.
      await ofClient.consume(clientAddress)
      await ofAccount.consume(email)
    },
    /** Counts a try back: it was the right password. */
    async giveBack(clientAddress: string, email: string): Promise<void> {
      await Promise.all([ofClient.restore(clientAddress), ofAccount.restore(email)])
    },
  }
}

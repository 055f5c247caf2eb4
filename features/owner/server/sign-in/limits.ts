import type { Database } from '#platform/database/open-database.ts'
import { createLimitStack, type LimitStack, type Windows } from '#platform/limit-stack.ts'
import { createRateLimit, type RateLimit } from '#platform/rate-limit.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const perClient: Windows = [
  [5, minute],
  [10, 10 * minute],
  [40, day],
]
/**
 * The total has no longer window, because anyone could use it to lock the owner out for a day. Codes of eight digits
 * make this safe.
 */
const guessesInTotal: Windows = [[20, 10 * minute]]
/** Ten emails at once, then one per minute. */
const emailBurst: Windows[number] = [10, 10 * minute]
const emailSustained: Windows[number] = [1, minute]

/** Limit of one kind of sign-in attempt. */
export type SignInLimit = {
  /** Counts an attempt. @throws AppError `too-many-requests` with the longest wait of all windows. */
  consume(clientAddress: string): Promise<void>
  /** Reverts a counted attempt that turned out to be the owner's. */
  restore(clientAddress: string): Promise<void>
}

/** Limit of code emails, counted over all clients. */
export type MailLimit = {
  consume(): ReturnType<RateLimit['consume']>
  restore(): Promise<void>
}

/** Creates the limits of requesting and guessing codes. The totals protect the only account. */
export function createSignInLimits(database: Pick<Database, 'pool'>) {
  const stack = (name: string, windows: Windows) => createLimitStack(database, name, windows)
  const single = (name: string, [points, durationSeconds]: Windows[number]) =>
    createRateLimit({ pool: database.pool, name: `${name}-${durationSeconds}`, points, durationSeconds })
  const limit = (perClientLimit: LimitStack, totalLimit?: LimitStack): SignInLimit => ({
    async consume(clientAddress) {
      // Consumed first, so that a client over its own limit does not use up the total.
      await perClientLimit.consume(clientAddress)
      await totalLimit?.consume('all')
    },
    async restore(clientAddress) {
      await Promise.all([perClientLimit.restore(clientAddress), totalLimit?.restore('all')])
    },
  })
  const [burst, sustained] = [single('owner-mail', emailBurst), single('owner-mail-slow', emailSustained)]
  const mailing: MailLimit = {
    async consume() {
      const answer = await burst.consume('all')
      return answer.ok ? answer : sustained.consume('all')
    },
    restore: () => burst.restore('all'),
  }
  return {
    /** Limits requests for a code, for any address. */
    asking: limit(stack('owner-ask', perClient)),
    mailing,
    guessing: limit(stack('owner-guess', perClient), stack('owner-guess-all', guessesInTotal)),
  }
}

/**
 * Creates the limits of signing in with a passkey. Attempts share the per-client limit of guessed codes. There is no
 * total: a signature cannot be guessed, and strangers who use up the total of codes must not lock the owner out here.
 */
export function createPasskeyLimits(database: Pick<Database, 'pool'>) {
  return {
    asking: createLimitStack(database, 'owner-passkey-ask', perClient),
    proving: createLimitStack(database, 'owner-guess', perClient),
  }
}

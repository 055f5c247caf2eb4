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
 * No longer window in total: whoever makes others wait a day by it locks the owner out. Eight digits are what makes
 * that safe.
 */
const guessesInTotal: Windows = [[20, 10 * minute]]
/** Ten mails at once, then one a minute for as long as somebody goes on asking. */
const mailsAtOnce: Windows[number] = [10, 10 * minute]
const mailsAfter: Windows[number] = [1, minute]

/** How often somebody may try something at the gate. */
export type SignInLimit = {
  /** @throws AppError `too-many-requests` with the longest wait any window asks for. */
  take(clientAddress: string): Promise<void>
  /** Counts a try back: it was the owner's. */
  giveBack(clientAddress: string): Promise<void>
}

/** Mails on their way to the owner, counted over everybody who asks for one. */
export type MailLimit = {
  take(): ReturnType<RateLimit['consume']>
  giveBack(): Promise<void>
}

/** Limits of asking for codes and of guessing them. What is counted in total stands for the one account there is. */
export function createSignInLimits(database: Pick<Database, 'pool'>) {
  const stack = (name: string, windows: Windows) => createLimitStack(database, name, windows)
  const single = (name: string, [points, durationSeconds]: Windows[number]) =>
    createRateLimit({ pool: database.pool, name: `${name}-${durationSeconds}`, points, durationSeconds })
  const limit = (ofClient: LimitStack, inTotal?: LimitStack): SignInLimit => ({
    async take(clientAddress) {
      // A client that has used up its own share takes nothing of everybody's.
      await ofClient.consume(clientAddress)
      await inTotal?.consume('all')
    },
    async giveBack(clientAddress) {
      await Promise.all([ofClient.restore(clientAddress), inTotal?.restore('all')])
    },
  })
  const [atOnce, after] = [single('owner-mail', mailsAtOnce), single('owner-mail-slow', mailsAfter)]
  const mailing: MailLimit = {
    async take() {
      const answer = await atOnce.consume('all')
      return answer.ok ? answer : after.consume('all')
    },
    giveBack: () => atOnce.restore('all'),
  }
  return {
    /** Every address that is typed in. */
    asking: limit(stack('owner-ask', perClient)),
    mailing,
    guessing: limit(stack('owner-guess', perClient), stack('owner-guess-all', guessesInTotal)),
  }
}

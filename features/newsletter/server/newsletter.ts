import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { isUnavailable, unavailableRefusal } from '#platform/database/unavailable.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import type { NewsletterService } from '#features/newsletter/contract.ts'
import { createLetters } from './letters.ts'
import { subscribe } from './subscribe.ts'
import { confirm, findByToken, unsubscribe } from './subscription.ts'

type Options = {
  db: Database['db']
  outbox: Outbox
  clock: Clock
  perClient: RateLimit
  origin: string
  postalAddress: string
  doubleOptIn: boolean
}

/** The room as its pages and routes see it. */
export function createNewsletter({ origin, postalAddress, ...rest }: Options): NewsletterService {
  const parts = { ...rest, letters: createLetters({ origin, postalAddress }) }
  return {
    subscribe: (input, signUpOrigin) => orRefusal(subscribe(parts, input, signUpOrigin)),
    findByToken: (token) => orRefusal(findByToken(parts, token)),
    unsubscribe: (token, by) => orRefusal(unsubscribe(parts, token, by)),
    confirm: (token) => orRefusal(confirm(parts, token)),
  }
}

/** Pages show a refusal beside what was typed; a driver's error would only be a broken page. */
async function orRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isUnavailable(error) ? unavailableRefusal(error) : error
  }
}

import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
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
    subscribe: (input, signUpOrigin) => subscribe(parts, input, signUpOrigin),
    findByToken: (token) => findByToken(parts, token),
    unsubscribe: (token, by) => unsubscribe(parts, token, by),
    confirm: (token) => confirm(parts, token),
  }
}

import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import type { SubscribersService } from '#features/subscribers/contract.ts'
import { createLetters } from './letters.ts'
import { orRefusal } from '#platform/database/unavailable.ts'
import { subscribe } from './subscribe.ts'
import { confirm, findByToken, type OnLeft, unsubscribe } from './subscription.ts'

type Options = {
  db: Database['db']
  outbox: Outbox
  clock: Clock
  perClient: RateLimit
  origin: string
  /** Asked at every mail. */
  postalAddress: () => string
  /** Asked at every sign-up. */
  doubleOptIn: () => boolean
  onLeft: OnLeft
  /** Holds the answer to a sign-up back; see `SignUpParts`. */
  pause?: ((ms: number) => Promise<unknown>) | undefined
}

/** The people on the list, as pages and routes see them. */
export function createSubscribers({ origin, postalAddress, ...rest }: Options): SubscribersService {
  const parts = {
    ...rest,
    letters: createLetters({
      origin,
      get postalAddress() {
        return postalAddress()
      },
    }),
  }
  return {
    subscribe: (input, signUpOrigin) => orRefusal(subscribe(parts, input, signUpOrigin)),
    findByToken: (token) => orRefusal(findByToken(parts, token)),
    unsubscribe: (token, by) => orRefusal(unsubscribe(parts, token, by)),
    confirm: (token) => orRefusal(confirm(parts, token)),
  }
}

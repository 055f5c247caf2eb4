import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { maskEmail } from '#shared/email-address.ts'
import type { SubscriberView } from '#features/newsletter/contract.ts'
import type { Letters } from './letters.ts'
import { findSubscriberByToken, insertSubscriberEvent, lockSubscriberByToken, type Subscriber, updateSubscriber } from './queries.ts'

type Parts = { db: Database['db']; clock: Clock; outbox: Outbox; letters: Letters }

/** Every token we hand out looks like this; anything else is not even looked up. */
const tokenPattern = /^[\w-]{32}$/

export async function findByToken({ db }: Pick<Parts, 'db'>, token: string): Promise<SubscriberView | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const subscriber = await findSubscriberByToken(db, token)
  return subscriber && viewOf(subscriber)
}

/** Ends a subscription at once. A suppressed address stays suppressed. */
export async function unsubscribe(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  token: string,
  by: 'one-click' | 'page',
): Promise<SubscriberView | undefined> {
  if (!tokenPattern.test(token)) return undefined
  return db.transaction(async (tx) => {
    const subscriber = await lockSubscriberByToken(tx, token)
    if (!subscriber) return undefined
    if (subscriber.status !== 'pending' && subscriber.status !== 'subscribed') return viewOf(subscriber)
    await updateSubscriber(tx, subscriber.id, { status: 'unsubscribed' })
    await insertSubscriberEvent(tx, { subscriberId: subscriber.id, kind: 'unsubscribed', detail: by, at: clock.now() })
    return viewOf({ ...subscriber, status: 'unsubscribed' })
  })
}

/** Makes the holder of a token a subscriber: confirms a pending sign-up (and greets), or takes back who had left. */
export async function confirm({ db, clock, outbox, letters }: Parts, token: string): Promise<SubscriberView | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const view = await db.transaction(async (tx) => {
    const subscriber = await lockSubscriberByToken(tx, token)
    if (!subscriber) return undefined
    if (subscriber.status === 'subscribed' || subscriber.status === 'suppressed') return viewOf(subscriber)
    const confirmed: Subscriber = { ...subscriber, status: 'subscribed' }
    await updateSubscriber(tx, subscriber.id, { status: 'subscribed' })
    await insertSubscriberEvent(tx, {
      subscriberId: subscriber.id,
      kind: subscriber.status === 'pending' ? 'confirmed' : 'came-back',
      detail: 'page',
      at: clock.now(),
    })
    // One welcome for one confirmation; whoever comes back by their own link was welcomed before.
    if (subscriber.status === 'pending') await outbox.enqueue(tx, `welcome:${subscriber.id}:confirmed`, await letters.welcome(confirmed))
    return viewOf(confirmed)
  })
  outbox.wake()
  return view
}

function viewOf(subscriber: Subscriber): SubscriberView {
  return { maskedEmail: maskEmail(subscriber.email), status: subscriber.status }
}

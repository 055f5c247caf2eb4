import type { Clock } from '#platform/clock.ts'
import type { Database, Executor } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { hashValue } from '#platform/secrets.ts'
import { maskEmail } from '#shared/email-address.ts'
import type { Unsubscription, SubscriberView } from '#features/subscribers/contract.ts'
import type { Letters } from './sign-up-mails.ts'
import {
  deleteSelfReleasableSuppression,
  findSubscriberByToken,
  findSuppression,
  insertSubscriberEvent,
  isSelfReleasable,
  lockSubscriberByToken,
  type Subscriber,
  updateSubscriber,
} from './queries.ts'

type Parts = { db: Database['db']; clock: Clock; outbox: Outbox; letters: Letters }

/** Told inside the transaction in which a person leaves. */
export type OnUnsubscribe = (tx: Executor, leaving: Unsubscription) => Promise<void>

/** Every token we hand out looks like this; anything else is not even looked up. */
const tokenPattern = /^[\w-]{32}$/

/** Whether it can be one of ours at all. */
export const isToken = (token: string) => tokenPattern.test(token)

export async function findByToken({ db }: Pick<Parts, 'db'>, token: string): Promise<SubscriberView | undefined> {
  if (!isToken(token)) return undefined
  const subscriber = await findSubscriberByToken(db, token)
  return subscriber && viewOf(await withPublicStatus(db, subscriber))
}

/**
 * Shows a person whose mail only came back as one who gets no letters and may come back: an address that complained
 * stays suppressed for them, too.
 */
export async function withPublicStatus(db: Executor, subscriber: Subscriber): Promise<Subscriber> {
  if (subscriber.status !== 'suppressed') return subscriber
  const suppression = await findSuppression(db, hashValue(subscriber.email))
  return suppression && isSelfReleasable(suppression.reason) ? { ...subscriber, status: 'unsubscribed' } : subscriber
}

/**
 * Ends a subscription at once. A suppressed address stays suppressed, but who only bounced is remembered as one who
 * left.
 */
export async function unsubscribe(
  { db, clock, onUnsubscribe }: Pick<Parts, 'db' | 'clock'> & { onUnsubscribe: OnUnsubscribe },
  token: string,
  by: 'one-click' | 'page',
): Promise<SubscriberView | undefined> {
  if (!isToken(token)) return undefined
  return db.transaction(async (tx) => {
    const subscriber = await lockSubscriberByToken(tx, token)
    if (!subscriber) return undefined
    const shown = await withPublicStatus(tx, subscriber)
    if (shown.status === 'suppressed' || subscriber.status === 'unsubscribed') return viewOf(shown)
    await updateSubscriber(tx, subscriber.id, { status: 'unsubscribed' })
    const at = clock.now()
    await insertSubscriberEvent(tx, { subscriberId: subscriber.id, kind: 'unsubscribed', detail: by, at })
    await onUnsubscribe(tx, { subscriberId: subscriber.id, by, at })
    return viewOf({ ...subscriber, status: 'unsubscribed' })
  })
}

/** Makes the holder of a token a subscriber: confirms a pending sign-up (and greets), or takes back who had left. */
export async function confirm(
  { db, clock, outbox, letters }: Parts,
  token: string,
): Promise<SubscriberView | undefined> {
  if (!isToken(token)) return undefined
  const view = await db.transaction(async (tx) => {
    const subscriber = await lockSubscriberByToken(tx, token)
    if (!subscriber) return undefined
    if (subscriber.status === 'subscribed' || (await withPublicStatus(tx, subscriber)).status === 'suppressed')
      return viewOf(subscriber)
    const confirmed: Subscriber = { ...subscriber, status: 'subscribed' }
    await updateSubscriber(tx, subscriber.id, { status: 'subscribed', softBounces: 0 })
    await deleteSelfReleasableSuppression(tx, hashValue(subscriber.email))
    await insertSubscriberEvent(tx, {
      subscriberId: subscriber.id,
      kind: subscriber.status === 'pending' ? 'confirmed' : 'came-back',
      detail: 'page',
      at: clock.now(),
    })
    // One welcome for one confirmation; whoever comes back by their own link was welcomed before.
    if (subscriber.status === 'pending')
      await outbox.enqueue(tx, `welcome:${subscriber.id}:confirmed`, await letters.welcome(confirmed))
    return viewOf(confirmed)
  })
  outbox.wake()
  return view
}

function viewOf(subscriber: Subscriber): SubscriberView {
  return { maskedEmail: maskEmail(subscriber.email), status: subscriber.status }
}

import type { Clock } from '#platform/clock.ts'
import type { Database, Executor } from '#platform/database/open-database.ts'
import type { LinkTokens } from '#platform/link-tokens.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { hashValue } from '#platform/secrets.ts'
import { maskEmail } from '#shared/email-address.ts'
import type { Unsubscription, SubscriberView } from '#features/subscribers/contract.ts'
import type { SignUpMails } from './sign-up-mails.ts'
import {
  deleteSelfReleasableSuppression,
  findSubscriberOfLink,
  findSuppression,
  insertSubscriberEvent,
  isSelfReleasable,
  lockSubscriberOfLink,
  type Subscriber,
  updateSubscriber,
} from './queries.ts'

type SubscriptionDeps = {
  db: Database['db']
  clock: Clock
  outbox: Outbox
  mails: SignUpMails
  linkTokens: Pick<LinkTokens, 'read'>
}

/** Called in the transaction in which a person unsubscribes. */
export type OnUnsubscribe = (tx: Executor, unsubscription: Unsubscription) => Promise<void>

/** Finds the subscriber of a token. */
export async function findByToken(
  { db, linkTokens }: Pick<SubscriptionDeps, 'db' | 'linkTokens'>,
  token: string,
): Promise<SubscriberView | undefined> {
  const target = await linkTokens.read('subscriber', token)
  const subscriber = target && (await findSubscriberOfLink(db, target))
  return subscriber && viewOf(await withPublicStatus(db, subscriber))
}

/**
 * Returns the subscriber with the status that they see themselves: a bounced or erased address counts as unsubscribed
 * and may resubscribe; an address that complained stays suppressed.
 */
export async function withPublicStatus(db: Executor, subscriber: Subscriber): Promise<Subscriber> {
  if (subscriber.status !== 'suppressed') return subscriber
  const suppression = await findSuppression(db, hashValue(subscriber.email))
  return suppression && isSelfReleasable(suppression.reason) ? { ...subscriber, status: 'unsubscribed' } : subscriber
}

/**
 * Ends a subscription right away. A suppressed address stays suppressed, but one that only bounced is stored as
 * unsubscribed.
 */
export async function unsubscribe(
  {
    db,
    clock,
    linkTokens,
    onUnsubscribe,
  }: Pick<SubscriptionDeps, 'db' | 'clock' | 'linkTokens'> & { onUnsubscribe: OnUnsubscribe },
  token: string,
  by: 'one-click' | 'page',
): Promise<SubscriberView | undefined> {
  const target = await linkTokens.read('subscriber', token)
  if (!target) return undefined
  return db.transaction(async (tx) => {
    const subscriber = await lockSubscriberOfLink(tx, target)
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

/** Subscribes the holder of a token: confirms a pending sign-up and sends the welcome email, or resubscribes. */
export async function confirm(
  { db, clock, outbox, mails, linkTokens }: SubscriptionDeps,
  token: string,
): Promise<SubscriberView | undefined> {
  const target = await linkTokens.read('subscriber', token)
  if (!target) return undefined
  const view = await db.transaction(async (tx) => {
    const subscriber = await lockSubscriberOfLink(tx, target)
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
    // A welcome email follows only a confirmation; a person who resubscribes got one before.
    if (subscriber.status === 'pending')
      await outbox.enqueue(tx, `welcome:${subscriber.id}:confirmed`, await mails.welcome(confirmed))
    return viewOf(confirmed)
  })
  outbox.wake()
  return view
}

function viewOf(subscriber: Subscriber): SubscriberView {
  const { email, status, frequency } = subscriber
  return { maskedEmail: maskEmail(email), status, frequency }
}

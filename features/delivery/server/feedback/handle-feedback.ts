import { hashValue } from '#platform/secrets.ts'
import { cutText } from '#shared/cut-text.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { type LockedDelivery, lockDeliveries, insertEvents, updateOutcome } from '../engagement/queries.ts'
import { updateAggregates } from '../engagement/update-aggregates.ts'
import {
  countSoftBounce,
  findDeliveryAddress,
  findReleasedAt,
  hasEvent,
  insertSubscriberEvent,
  insertSuppression,
  listRecentDeliveries,
  suppressSubscriber,
  unsubscribeSubscriber,
} from './queries.ts'
import { codesOf, type RefusalFacts, type RefusalKind, refusalKind } from './refusal-kind.ts'

/** Outcome of a feedback message. `ignored`: nothing changed for the subscriber. */
export type Outcome = 'suppressed' | 'unsubscribed' | 'counted' | 'known' | 'ignored'

/** An address that refused this many issues in a row over this period is suppressed, whatever the reason. */
const maxConsecutiveBounces = 3
/** Two weeks, minus a day in case the first issue was sent late. */
const minBounceSpanMs = 13 * 24 * 60 * 60_000

type Refused = {
  deliveryId: string
  response: string
  /** Facts besides the reply; absent when the relay refused the recipient directly. */
  facts?: RefusalFacts
  at: Date
  /** True when the delivery will not arrive anymore. */
  isFinal: boolean
}

/**
 * Applies the bounce policy to a refused delivery, inside the caller's transaction: an unknown mailbox is suppressed at
 * once, a temporary problem after three issues in a row over two weeks, and a block counts for the issue only. A
 * repeated report is `known` and changes nothing.
 */
export async function handleRefusal(
  tx: Executor,
  { deliveryId, response, facts, at, isFinal }: Refused,
): Promise<Outcome> {
  const [domain] = (await findDeliveryAddress(tx, deliveryId))?.split('@').slice(-1) ?? []
  const kind = refusalKind(response, { ...facts, domain })
  const [delivery] = await lockDeliveries(tx, [deliveryId], true)
  if (!delivery || kind === 'none') return 'ignored'
  const words = response || facts?.transcript?.[0] || facts?.status || (facts?.text && cutText(facts.text, 300)) || ''
  const eventKind = kind === 'ours' ? 'block' : isFinal ? 'bounce' : 'delay'
  const isNews = !(await hasEvent(tx, deliveryId, eventKind))
  const wasLate = await hasEvent(tx, deliveryId, eventKind === 'bounce' ? 'delay' : 'bounce')
  if (isNews) await recordEvent(tx, delivery, eventKind, words, at)
  if (isFinal && !delivery.bouncedAt) await recordOutcome(tx, delivery, { bouncedAt: at })
  if (!delivery.subscriberId || kind === 'ours') return isNews ? 'counted' : 'known'
  if (isNews && !wasLate && kind !== 'gone') {
    const [, isConsecutive] = await listRecentDeliveries(tx, delivery.subscriberId, ['delay', 'bounce'], { limit: 2 })
    await countSoftBounce(tx, delivery.subscriberId, isConsecutive?.hasReturned ?? false)
  }
  if (isFinal && (await mustSuppress(tx, { ...delivery, subscriberId: delivery.subscriberId }, kind))) {
    const isChange = await suppress(tx, delivery.id, 'bounce', words, at)
    return isNews || isChange ? 'suppressed' : 'known'
  }
  return isNews ? 'counted' : 'known'
}

/** Handles a spam complaint: the person gets no further email. */
export async function handleComplaint(
  tx: Executor,
  { deliveryId, response, at }: { deliveryId: string; response: string; at: Date },
): Promise<Outcome> {
  const [delivery] = await lockDeliveries(tx, [deliveryId], true)
  if (!delivery) return 'ignored'
  if (delivery.complainedAt) return 'known'
  await recordEvent(tx, delivery, 'complaint', response, at)
  await recordOutcome(tx, delivery, { complainedAt: at })
  await suppress(tx, delivery.id, 'complaint', response, at)
  return 'suppressed'
}

/** Handles an unsubscribe by a link of this delivery. */
export async function handleUnsubscribe(
  tx: Executor,
  { deliveryId, by, at }: { deliveryId: string; by: string; at: Date },
): Promise<void> {
  const [delivery] = await lockDeliveries(tx, [deliveryId], true)
  if (!delivery || delivery.leftAt) return
  await recordEvent(tx, delivery, 'unsubscribe', by, at)
  await recordOutcome(tx, delivery, { leftAt: at })
}

/** Handles an email to the unsubscribe address of a delivery. */
export async function handleUnsubscribeMail(
  tx: Executor,
  { deliveryId, at }: { deliveryId: string; at: Date },
): Promise<Outcome> {
  const [delivery] = await lockDeliveries(tx, [deliveryId], true)
  if (!delivery?.subscriberId) return 'ignored'
  const hasLeft = await unsubscribeSubscriber(tx, delivery.subscriberId)
  if (!hasLeft) return 'known'
  await insertSubscriberEvent(tx, { subscriberId: delivery.subscriberId, kind: 'unsubscribed', detail: 'mail', at })
  await handleUnsubscribe(tx, { deliveryId, by: 'mail', at })
  return 'unsubscribed'
}

async function mustSuppress(
  tx: Executor,
  delivery: LockedDelivery & { subscriberId: string },
  kind: RefusalKind,
): Promise<boolean> {
  const releasedAt = await findReleasedAt(tx, delivery.subscriberId)
  const attemptedAt = delivery.claimedAt ?? delivery.sentAt
  // An editor who released the address already saw bounces from before the release.
  if (kind === 'gone') return !releasedAt || !attemptedAt || attemptedAt > releasedAt
  // A blocked delivery is no evidence about the subscriber.
  const last = await listRecentDeliveries(tx, delivery.subscriberId, ['bounce'], {
    limit: 50,
    since: releasedAt,
    without: 'block',
  })
  const arrivedAt = last.findIndex(({ hasReturned }) => !hasReturned)
  const row = arrivedAt === -1 ? last : last.slice(0, arrivedAt)
  const [newest, oldest] = [row[0], row.at(-1)]
  return row.length >= maxConsecutiveBounces && newest!.dueAt.getTime() - oldest!.dueAt.getTime() >= minBounceSpanMs
}

/** Suppresses an address. @returns whether the person was newly suppressed. */
async function suppress(
  tx: Executor,
  deliveryId: string,
  reason: 'bounce' | 'complaint',
  response: string,
  at: Date,
): Promise<boolean> {
  const email = await findDeliveryAddress(tx, deliveryId)
  if (!email) return false
  const detail = reason === 'bounce' ? codesOf(response) : ''
  await insertSuppression(tx, { emailHash: hashValue(email), reason, detail, at })
  const subscriberId = await suppressSubscriber(tx, email)
  if (subscriberId)
    await insertSubscriberEvent(tx, { subscriberId, kind: 'suppressed', detail: `${reason}: ${response}`, at })
  return subscriberId !== undefined
}

async function recordEvent(
  tx: Executor,
  { id, issueId }: LockedDelivery,
  kind: string,
  reason: string,
  at: Date,
): Promise<void> {
  await insertEvents(tx, [
    { deliveryId: id, issueId, kind, classification: kind === 'unsubscribe' ? 'human' : 'machine', reason, at },
  ])
}

async function recordOutcome(
  tx: Executor,
  delivery: LockedDelivery,
  outcome: Partial<Pick<LockedDelivery, 'bouncedAt' | 'complainedAt' | 'leftAt'>>,
): Promise<void> {
  await updateOutcome(tx, delivery.id, outcome)
  await updateAggregates(tx, [{ before: delivery, after: { ...delivery, ...outcome } }])
}

import { fingerprint } from '#platform/secrets.ts'
import type { Executor } from '../newsletter-parts.ts'
import { type HeldCopy, holdCopies, insertReadings, updateOutcome } from '../tracking/queries.ts'
import { writeMoves } from '../tracking/write-moves.ts'
import {
  countSoftBounce,
  findCopyAddress,
  hasReading,
  insertSubscriberEvent,
  insertSuppression,
  listLast,
  suppressSubscriber,
  unsubscribeSubscriber,
} from './queries.ts'
import { codesOf, type RefusalKind, refusalKind } from './refusal-kind.ts'

/** What became of something that came back. */
export type Outcome = 'suppressed' | 'unsubscribed' | 'counted' | 'known' | 'ignored'

/** Whoever refused so many letters in a row for whatever reason gets no further one. */
const mostRefusals = 3

/**
 * Applies the policy to a refused copy, inside the caller's transaction: nobody there suppresses at once, other refusals after three letters in a row,
 * what may come later only counts. What was said before is `known` and changes nothing.
 *
 * @param isFinal Whether the copy will not arrive any more.
 */
export async function takeRefusal(
  tx: Executor,
  { deliveryId, said, at, isFinal }: { deliveryId: string; said: string; at: Date; isFinal: boolean },
): Promise<Outcome> {
  const kind = refusalKind(said)
  const [copy] = await holdCopies(tx, [deliveryId], true)
  if (!copy || kind === 'none') return 'ignored'
  const readingKind = kind === 'delayed' ? 'delay' : 'bounce'
  const isNews = !(await hasReading(tx, deliveryId, readingKind))
  if (isNews) await keepReading(tx, copy, readingKind, said, at)
  if (isFinal && !copy.bouncedAt) await markOutcome(tx, copy, { bouncedAt: at })
  if (!isNews || !copy.subscriberId) return isNews ? 'counted' : 'known'
  return judgeAddress(tx, { ...copy, subscriberId: copy.subscriberId }, kind, said, at)
}

/** A person called the letter spam: they get nothing more. */
export async function takeComplaint(
  tx: Executor,
  { deliveryId, said, at }: { deliveryId: string; said: string; at: Date },
): Promise<Outcome> {
  const [copy] = await holdCopies(tx, [deliveryId], true)
  if (!copy) return 'ignored'
  if (copy.complainedAt) return 'known'
  await keepReading(tx, copy, 'complaint', said, at)
  await markOutcome(tx, copy, { complainedAt: at })
  await suppress(tx, copy.id, 'complaint', said, at)
  return 'suppressed'
}

/** A person left by a link of this copy. */
export async function takeLeaving(tx: Executor, { deliveryId, by, at }: { deliveryId: string; by: string; at: Date }): Promise<void> {
  const [copy] = await holdCopies(tx, [deliveryId], true)
  if (!copy || copy.leftAt) return
  await keepReading(tx, copy, 'unsubscribe', by, at)
  await markOutcome(tx, copy, { leftAt: at })
}

/** A person wrote to the address their copy named for leaving. */
export async function takeGoodbye(tx: Executor, { deliveryId, at }: { deliveryId: string; at: Date }): Promise<Outcome> {
  const [copy] = await holdCopies(tx, [deliveryId], true)
  if (!copy?.subscriberId) return 'ignored'
  const hasLeft = await unsubscribeSubscriber(tx, copy.subscriberId)
  if (!hasLeft) return 'known'
  await insertSubscriberEvent(tx, { subscriberId: copy.subscriberId, kind: 'unsubscribed', detail: 'mail', at })
  await takeLeaving(tx, { deliveryId, by: 'mail', at })
  return 'unsubscribed'
}

async function judgeAddress(
  tx: Executor,
  copy: HeldCopy & { subscriberId: string },
  kind: RefusalKind,
  said: string,
  at: Date,
): Promise<Outcome> {
  if (kind === 'delayed') {
    const [, isInRow] = await listLast(tx, copy.subscriberId, 'delay', 2)
    await countSoftBounce(tx, copy.subscriberId, isInRow ?? false)
  }
  const last = kind === 'refused' ? await listLast(tx, copy.subscriberId, 'bounce', mostRefusals) : []
  const isHopeless = last.length === mostRefusals && last.every(Boolean)
  if (kind !== 'gone' && !isHopeless) return 'counted'
  await suppress(tx, copy.id, 'bounce', said, at)
  return 'suppressed'
}

async function suppress(tx: Executor, deliveryId: string, reason: 'bounce' | 'complaint', said: string, at: Date): Promise<void> {
  const email = await findCopyAddress(tx, deliveryId)
  if (!email) return
  const detail = reason === 'bounce' ? codesOf(said) : ''
  await insertSuppression(tx, { emailFingerprint: fingerprint(email), reason, detail, at })
  const subscriberId = await suppressSubscriber(tx, email)
  if (subscriberId) await insertSubscriberEvent(tx, { subscriberId, kind: 'suppressed', detail: `${reason}: ${said}`, at })
}

async function keepReading(tx: Executor, { id, issueId }: HeldCopy, kind: string, reason: string, at: Date): Promise<void> {
  await insertReadings(tx, [{ deliveryId: id, issueId, kind, verdict: kind === 'unsubscribe' ? 'human' : 'machine', reason, at }])
}

async function markOutcome(
  tx: Executor,
  copy: HeldCopy,
  outcome: Partial<Pick<HeldCopy, 'bouncedAt' | 'complainedAt' | 'leftAt'>>,
): Promise<void> {
  await updateOutcome(tx, copy.id, outcome)
  await writeMoves(tx, [{ before: copy, after: { ...copy, ...outcome } }])
}

import { hashValue } from '#platform/secrets.ts'
import { cutText } from '#shared/cut-text.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { type HeldCopy, holdCopies, insertReadings, updateOutcome } from '../tracking/queries.ts'
import { writeMoves } from '../tracking/write-moves.ts'
import {
  countSoftBounce,
  findCopyAddress,
  findReleasedAt,
  hasReading,
  insertSubscriberEvent,
  insertSuppression,
  listLast,
  suppressSubscriber,
  unsubscribeSubscriber,
} from './queries.ts'
import { codesOf, type RefusalFacts, type RefusalKind, refusalKind } from './refusal-kind.ts'

/** What became of something that came back. `ignored`: nothing changed for the reader. */
export type Outcome = 'suppressed' | 'unsubscribed' | 'counted' | 'known' | 'ignored'

/** An address that refused so many letters in a row, over so long, gets no further one, whatever it said. */
const hopelessLetters = 3
/** Two weeks, with a day for a letter that was sent later than the one before. */
const hopelessMs = 13 * 24 * 60 * 60_000

type Refused = {
  deliveryId: string
  said: string
  /** What is known beside the reply; left out, it was given to us. */
  facts?: RefusalFacts
  at: Date
  /** Whether the copy will not arrive any more. */
  isFinal: boolean
}

/**
 * Applies the policy to a refused copy, inside the caller's transaction: no such mailbox suppresses at once; trouble
 * that may pass does after three letters in a row over two weeks; what is about us counts for the issue alone. What was
 * said before is `known` and changes nothing.
 */
export async function takeRefusal(tx: Executor, { deliveryId, said, facts, at, isFinal }: Refused): Promise<Outcome> {
  const [domain] = (await findCopyAddress(tx, deliveryId))?.split('@').slice(-1) ?? []
  const kind = refusalKind(said, { ...facts, domain })
  const [copy] = await holdCopies(tx, [deliveryId], true)
  if (!copy || kind === 'none') return 'ignored'
  const words = said || facts?.transcript?.[0] || facts?.status || (facts?.text && cutText(facts.text, 300)) || ''
  const readingKind = kind === 'ours' ? 'block' : isFinal ? 'bounce' : 'delay'
  const isNews = !(await hasReading(tx, deliveryId, readingKind))
  const wasLate = await hasReading(tx, deliveryId, readingKind === 'bounce' ? 'delay' : 'bounce')
  if (isNews) await keepReading(tx, copy, readingKind, words, at)
  if (isFinal && !copy.bouncedAt) await markOutcome(tx, copy, { bouncedAt: at })
  if (!copy.subscriberId || kind === 'ours') return isNews ? 'counted' : 'known'
  if (isNews && !wasLate && kind !== 'gone') {
    const [, isInRow] = await listLast(tx, copy.subscriberId, ['delay', 'bounce'], { limit: 2 })
    await countSoftBounce(tx, copy.subscriberId, isInRow?.cameBack ?? false)
  }
  if (isFinal && (await mustSuppress(tx, { ...copy, subscriberId: copy.subscriberId }, kind))) {
    const isChange = await suppress(tx, copy.id, 'bounce', words, at)
    return isNews || isChange ? 'suppressed' : 'known'
  }
  return isNews ? 'counted' : 'known'
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
export async function takeLeaving(
  tx: Executor,
  { deliveryId, by, at }: { deliveryId: string; by: string; at: Date },
): Promise<void> {
  const [copy] = await holdCopies(tx, [deliveryId], true)
  if (!copy || copy.leftAt) return
  await keepReading(tx, copy, 'unsubscribe', by, at)
  await markOutcome(tx, copy, { leftAt: at })
}

/** A person wrote to the address their copy named for leaving. */
export async function takeGoodbye(
  tx: Executor,
  { deliveryId, at }: { deliveryId: string; at: Date },
): Promise<Outcome> {
  const [copy] = await holdCopies(tx, [deliveryId], true)
  if (!copy?.subscriberId) return 'ignored'
  const hasLeft = await unsubscribeSubscriber(tx, copy.subscriberId)
  if (!hasLeft) return 'known'
  await insertSubscriberEvent(tx, { subscriberId: copy.subscriberId, kind: 'unsubscribed', detail: 'mail', at })
  await takeLeaving(tx, { deliveryId, by: 'mail', at })
  return 'unsubscribed'
}

async function mustSuppress(
  tx: Executor,
  copy: HeldCopy & { subscriberId: string },
  kind: RefusalKind,
): Promise<boolean> {
  const releasedAt = await findReleasedAt(tx, copy.subscriberId)
  const handedOverAt = copy.claimedAt ?? copy.sentAt
  // Whoever released the address knew what came back until then.
  if (kind === 'gone') return !releasedAt || !handedOverAt || handedOverAt > releasedAt
  // What was refused because of us says nothing of the reader, neither way.
  const last = await listLast(tx, copy.subscriberId, ['bounce'], { limit: 50, since: releasedAt, without: 'block' })
  const arrivedAt = last.findIndex(({ cameBack }) => !cameBack)
  const row = arrivedAt === -1 ? last : last.slice(0, arrivedAt)
  const [newest, oldest] = [row[0], row.at(-1)]
  return row.length >= hopelessLetters && newest!.dueAt.getTime() - oldest!.dueAt.getTime() >= hopelessMs
}

/** @returns whether the person was not suppressed before. */
async function suppress(
  tx: Executor,
  deliveryId: string,
  reason: 'bounce' | 'complaint',
  said: string,
  at: Date,
): Promise<boolean> {
  const email = await findCopyAddress(tx, deliveryId)
  if (!email) return false
  const detail = reason === 'bounce' ? codesOf(said) : ''
  await insertSuppression(tx, { emailFingerprint: hashValue(email), reason, detail, at })
  const subscriberId = await suppressSubscriber(tx, email)
  if (subscriberId)
    await insertSubscriberEvent(tx, { subscriberId, kind: 'suppressed', detail: `${reason}: ${said}`, at })
  return subscriberId !== undefined
}

async function keepReading(
  tx: Executor,
  { id, issueId }: HeldCopy,
  kind: string,
  reason: string,
  at: Date,
): Promise<void> {
  await insertReadings(tx, [
    { deliveryId: id, issueId, kind, verdict: kind === 'unsubscribe' ? 'human' : 'machine', reason, at },
  ])
}

async function markOutcome(
  tx: Executor,
  copy: HeldCopy,
  outcome: Partial<Pick<HeldCopy, 'bouncedAt' | 'complainedAt' | 'leftAt'>>,
): Promise<void> {
  await updateOutcome(tx, copy.id, outcome)
  await writeMoves(tx, [{ before: copy, after: { ...copy, ...outcome } }])
}

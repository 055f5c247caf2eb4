import type { Clock } from '#platform/clock.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { SignedDeliveryAddresses } from '../engagement/delivery-addresses.ts'
import type { Blocks } from './blocks.ts'
import { findDeliveryAddress, findIssueOf, lockSubscriber } from './queries.ts'
import { readReport, type FeedbackReport } from './read-report.ts'
import type { ReportedRecipient } from './read-status.ts'
import { saveReturnedMail, type ReturnedMailKind } from './returned-mails.ts'
import { type Outcome, handleComplaint, handleUnsubscribeMail, handleRefusal } from './handle-feedback.ts'

type Deps = {
  db: ProcessDeps['db']
  clock: Clock
  addresses: Pick<SignedDeliveryAddresses, 'readBounce'>
  blocks: Pick<Blocks, 'pause'>
}

/** Outcome of a returned email, and whether it is listed for a person to review. */
type HandledReport = { outcome: Outcome; isListed: boolean }

/**
 * Handles a returned email. Anyone may write to the bounce mailbox, so only a delivery's signed token identifies the
 * delivery, and a report that names another address changes nothing. An email with a token that is not understood is
 * listed for a person.
 */
export async function handleReport(
  { db, clock, addresses, blocks }: Deps,
  raw: Buffer,
  deliveredTo: string[],
): Promise<HandledReport> {
  const report = await readReport(raw, deliveredTo)
  const deliveryId = report.envelopes.map(addresses.readBounce).find((id) => id !== undefined)
  if (!deliveryId) return { outcome: 'ignored', isListed: false }
  const at = clock.now()
  const taken = await db.transaction(async (tx) => {
    await lockSubscriber(tx, deliveryId)
    const email = await findDeliveryAddress(tx, deliveryId)
    // Nothing is stored about erased people.
    if (!email) return { outcome: 'ignored' as const, isListed: false }
    const done = await follow(tx, { report, deliveryId, email, at })
    if (typeof done === 'string') return { outcome: done, isListed: false }
    await saveReturnedMail(tx, { deliveryId, report, ...done, at })
    return { outcome: 'ignored' as const, isListed: true }
  })
  if (taken.outcome === 'counted') await blocks.pause(await findIssueOf(db, deliveryId))
  return taken
}

type Unclear = { kind: ReturnedMailKind; about: string }

/** @returns the outcome, or the reason why the report needs review. */
async function follow(
  tx: Executor,
  { report, deliveryId, email, at }: { report: FeedbackReport; deliveryId: string; email: string; at: Date },
): Promise<Outcome | Unclear> {
  const { kind, recipients } = report
  if (kind === 'away') return 'ignored'
  if (kind === 'leaving') return handleUnsubscribeMail(tx, { deliveryId, at })
  const about = recipientOf(report, email)
  if (kind === 'complaint') {
    // Many providers redact the address in reports; the token is sufficient.
    if (recipients.length > 0 && !about) return { kind: 'complaint', about: recipients[0]?.address ?? '' }
    return handleComplaint(tx, { deliveryId, response: about?.response ?? 'abuse', at })
  }
  if (kind === 'unread') return { kind: report.isFromProgram ? 'notification' : 'person', about: '' }
  if (!about) return { kind: 'other-address', about: recipients[0]?.address ?? '' }
  if (about.action === 'delivered') return 'ignored'
  const { response, action, ...facts } = about
  const isFinal = action === 'failed'
  const outcome = await handleRefusal(tx, { deliveryId, response, facts: { ...facts, isFinal }, at, isFinal })
  return outcome === 'ignored' ? { kind: 'notification', about: '' } : outcome
}

/** Returns the recipient of the delivery in a report: its own address, or a redacted one. */
function recipientOf({ recipients }: FeedbackReport, email: string): ReportedRecipient | undefined {
  const named = recipients.filter(({ address }) => address === email)
  const own =
    named.length > 0
      ? named
      : recipients.filter(({ address, text }) => !isWhole(address) || text?.toLowerCase().includes(email))
  return own.find(({ action }) => action === 'failed') ?? own[0]
}

function isWhole(address: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(address) && !/redacted/i.test(address)
}

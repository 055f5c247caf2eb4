import type { Clock } from '#platform/clock.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { SignedAddresses } from '../tracking/copy-addresses.ts'
import type { Blocks } from './blocks.ts'
import { findCopyAddress, findIssueOf, holdReader } from './queries.ts'
import { readReport, type ReturnReport } from './read-report.ts'
import type { ReportedRecipient } from './read-status.ts'
import { listReturnedMail, type ReturnedMailKind } from './returned-mails.ts'
import { type Outcome, takeComplaint, takeGoodbye, takeRefusal } from './take-return.ts'

type Parts = {
  db: ProcessDeps['db']
  clock: Clock
  addresses: Pick<SignedAddresses, 'readBounce'>
  blocks: Pick<Blocks, 'pause'>
}

/** What became of a mail, and whether a person has to look at it because nothing did. */
export type TakenReport = { outcome: Outcome; isListed: boolean }

/**
 * Takes a mail that came back. Anybody may write to the mailbox it came from, so only a copy's own signed mark says
 * whom it is about, and a report that names somebody else changes nothing. Whatever carries a mark and is not
 * understood is listed for a person.
 */
export async function takeReport(
  { db, clock, addresses, blocks }: Parts,
  raw: Buffer,
  deliveredTo: string[],
): Promise<TakenReport> {
  const report = await readReport(raw, deliveredTo)
  const deliveryId = report.envelopes.map(addresses.readBounce).find((id) => id !== undefined)
  if (!deliveryId) return { outcome: 'ignored', isListed: false }
  const at = clock.now()
  const taken = await db.transaction(async (tx) => {
    await holdReader(tx, deliveryId)
    const email = await findCopyAddress(tx, deliveryId)
    // Whoever was erased is not written about any more.
    if (!email) return { outcome: 'ignored' as const, isListed: false }
    const done = await follow(tx, { report, deliveryId, email, at })
    if (typeof done === 'string') return { outcome: done, isListed: false }
    await listReturnedMail(tx, { deliveryId, report, ...done, at })
    return { outcome: 'ignored' as const, isListed: true }
  })
  if (taken.outcome === 'counted') await blocks.pause(await findIssueOf(db, deliveryId))
  return taken
}

type Unclear = { kind: ReturnedMailKind; about: string }

/** @returns what followed from it, or why nothing could. */
async function follow(
  tx: Executor,
  { report, deliveryId, email, at }: { report: ReturnReport; deliveryId: string; email: string; at: Date },
): Promise<Outcome | Unclear> {
  const { kind, recipients } = report
  if (kind === 'away') return 'ignored'
  if (kind === 'leaving') return takeGoodbye(tx, { deliveryId, at })
  const about = recipientOf(report, email)
  if (kind === 'complaint') {
    // Many houses take the address out of what they report; the mark is enough.
    if (recipients.length > 0 && !about) return { kind: 'complaint', about: recipients[0]?.address ?? '' }
    return takeComplaint(tx, { deliveryId, said: about?.said ?? 'abuse', at })
  }
  if (kind === 'unread') return { kind: report.isFromProgram ? 'notification' : 'person', about: '' }
  if (!about) return { kind: 'other-address', about: recipients[0]?.address ?? '' }
  if (about.action === 'delivered') return 'ignored'
  const { said, action, ...facts } = about
  const isFinal = action === 'failed'
  const outcome = await takeRefusal(tx, { deliveryId, said, facts: { ...facts, isFinal }, at, isFinal })
  return outcome === 'ignored' ? { kind: 'notification', about: '' } : outcome
}

/** Whom of a report the copy is about: its own address, or one the report does not tell. */
function recipientOf({ recipients }: ReturnReport, email: string): ReportedRecipient | undefined {
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

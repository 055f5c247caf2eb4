import type { Clock } from '#platform/clock.ts'
import type { NewsletterParts } from '../newsletter-parts.ts'
import type { SignedAddresses } from '../tracking/copy-addresses.ts'
import { findCopyAddress, holdReader } from './queries.ts'
import { readReport } from './read-report.ts'
import { type Outcome, takeComplaint, takeGoodbye, takeRefusal } from './take-return.ts'

type Parts = { db: NewsletterParts['db']; clock: Clock; addresses: Pick<SignedAddresses, 'readBounce'> }

/**
 * Takes a mail that came back. Anybody may write to the mailbox it came from, so only a copy's own signed mark says whom it is about, and a
 * report that names somebody else changes nothing.
 */
export async function takeReport({ db, clock, addresses }: Parts, raw: Buffer, deliveredTo: string[]): Promise<Outcome> {
  const report = await readReport(raw, deliveredTo)
  const deliveryId = report?.envelopes.map(addresses.readBounce).find((id) => id !== undefined)
  if (!report || !deliveryId) return 'ignored'
  const at = clock.now()
  return db.transaction(async (tx) => {
    await holdReader(tx, deliveryId)
    const email = await findCopyAddress(tx, deliveryId)
    if (!email) return 'ignored'
    if (report.kind === 'leaving') return takeGoodbye(tx, { deliveryId, at })
    const about = report.recipients.find(({ address }) => address === email)
    if (report.kind === 'complaint') {
      // Many houses take the address out of what they report; the mark is enough.
      const isOther = report.recipients.length > 0 && report.recipients.every(({ address }) => address !== email && isWhole(address))
      return isOther ? 'ignored' : takeComplaint(tx, { deliveryId, said: report.recipients[0]?.said ?? 'abuse', at })
    }
    if (!about || !['failed', 'delayed'].includes(about.action)) return 'ignored'
    return takeRefusal(tx, { deliveryId, said: about.said, at, isFinal: about.action === 'failed' })
  })
}

function isWhole(address: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(address) && !/redacted/i.test(address)
}

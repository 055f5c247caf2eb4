import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createSecret, fingerprint } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportReading, ImportReport } from '#features/newsletter/import.ts'
import { insertAdminEvent } from '../../admin/queries.ts'
import type { Executor } from '../../newsletter-parts.ts'
import {
  endSubscriptions,
  insertSubscriberEvents,
  insertSubscribers,
  insertSuppressions,
  listKnown,
  listSuppressed,
  type SubscriberRow,
} from '../queries.ts'
import { decodeFile } from './decode-file.ts'
import { type ImportedPerson, type ReadImport, readImport } from './read-import.ts'

/** Stored at a time: each batch is a transaction of its own, and importing the same file again goes on where it broke off. */
const atOnce = 500

type Outcome = 'added' | 'pending' | 'unsubscribed' | 'suppressed' | 'left_out' | 'stopped' | 'known'
type Counts = Pick<ImportReport, Outcome | 'monthly'>

/**
 * Imports people from a CSV. A file can end a subscription and never begin one again: who is known here keeps what they chose unless the file says
 * no, who left, was suppressed or was erased here stays out, and who left or was suppressed there comes in as such.
 *
 * @param options.dry Only looks; the report is the one the import would give.
 * @throws AppError `invalid-input` when the file cannot be read, or holds a value whose meaning `reading` does not say.
 */
export async function importSubscribers(
  { db, clock }: { db: Database['db']; clock: Clock },
  file: Buffer,
  { dry, by, reading }: { dry: boolean; by: string; reading: ImportReading },
): Promise<ImportReport> {
  const read = await readImport(decodeFile(file), reading)
  const decided = read.people.filter(({ isOpen }) => !isOpen)
  if (!dry && decided.length < read.people.length) throw new AppError('invalid-input', openQuestions(read))
  const counts: Counts = { added: 0, monthly: 0, pending: 0, unsubscribed: 0, suppressed: 0, left_out: 0, stopped: 0, known: read.repeated }
  for (let at = 0; at < decided.length; at += atOnce) {
    const batch = decided.slice(at, at + atOnce)
    const outcomes = await db.transaction(async (tx) => {
      const planned = await plan(tx, batch)
      if (!dry) await write(tx, planned, { by, at: clock.now() })
      return planned
    })
    for (const { person, outcome } of outcomes) {
      counts[outcome]++
      if (outcome === 'added' && person.frequency === 'monthly') counts.monthly++
    }
  }
  const report: ImportReport = {
    ...counts,
    undecided: read.people.length - decided.length,
    refused_count: read.refusedCount,
    refused: read.refused,
    has_head: read.hasHead,
    columns: read.columns,
    questions: read.questions,
  }
  if (!dry)
    await insertAdminEvent(db, { actor: by, act: 'subscribers.import', subject: 'subscribers', detail: inWords(report), at: clock.now() })
  return report
}

type Planned = { person: ImportedPerson; outcome: Outcome; status: SubscriberRow['status'] | undefined }

/** What becomes of each; `status` is the one they have here already. */
async function plan(tx: Executor, people: ImportedPerson[]): Promise<Planned[]> {
  const emails = people.map(({ email }) => email)
  const known = await listKnown(tx, emails)
  const held = await listSuppressed(tx, emails.map(fingerprint))
  return people.map((person) => {
    const status = known.get(person.email)
    const isHeld = status === 'suppressed' || held.has(fingerprint(person.email))
    return { person, status, outcome: isHeld ? 'suppressed' : outcomeOf(person, status) }
  })
}

function outcomeOf({ state }: ImportedPerson, status: SubscriberRow['status'] | undefined): Outcome {
  if (state === 'suppressed') return 'suppressed'
  if (status === undefined) return state === 'subscribed' ? 'added' : state
  return state === 'unsubscribed' && status !== 'unsubscribed' ? 'stopped' : 'known'
}

async function write(tx: Executor, planned: Planned[], { by, at }: { by: string; at: Date }): Promise<void> {
  const fresh = planned.filter(({ status, outcome, person }) => status === undefined && isStored(outcome, person))
  const rows = fresh.map(({ person: { email, firstName, lastName, frequency, state } }) => ({
    email,
    firstName,
    lastName,
    frequency,
    status: state as SubscriberRow['status'],
    token: createSecret(),
    createdAt: at,
  }))
  const added = rows.length > 0 ? await insertSubscribers(tx, rows) : []
  const states = new Map(rows.map(({ email, status }) => [email, status]))
  const events = added.map(({ id, email }) => {
    const status = states.get(email)!
    return status === 'subscribed'
      ? { subscriberId: id, kind: 'imported', detail: `by ${by}`, at }
      : { subscriberId: id, kind: 'imported-as', detail: `${status}, by ${by}`, at }
  })
  const suppressed = planned.filter(
    ({ outcome, status, person }) => outcome === 'suppressed' && status !== 'suppressed' && person.state === 'suppressed',
  )
  if (suppressed.length > 0)
    await insertSuppressions(
      tx,
      suppressed.map(({ person: { email, reason } }) => ({
        emailFingerprint: fingerprint(email),
        reason,
        detail: 'told by an import',
        at,
      })),
    )
  for (const [status, ended] of [
    ['unsubscribed', planned.filter(({ outcome }) => outcome === 'stopped')],
    ['suppressed', suppressed],
  ] as const) {
    const emails = ended.flatMap(({ person, status: before }) => (before === undefined ? [] : [person.email]))
    for (const id of await endSubscriptions(tx, emails, status))
      events.push({ subscriberId: id, kind: status, detail: `by an import of ${by}`, at })
  }
  if (events.length > 0) await insertSubscriberEvents(tx, events)
}

/** Of who is held here already, or never asked, no row is made. */
const isStored = (outcome: Outcome, { state }: ImportedPerson) =>
  outcome === 'added' || outcome === 'pending' || outcome === 'unsubscribed' || (outcome === 'suppressed' && state === 'suppressed')

function openQuestions({ questions }: ReadImport): string {
  const open = questions
    .filter(({ meaning }) => meaning === null)
    .map(({ field, value }) => `${field} “${value === '' ? '(empty)' : value}”`)
  return `Say first what these values mean: ${open.slice(0, 5).join(', ')}${open.length > 5 ? ` and ${open.length - 5} more` : ''}. Nothing was imported.`
}

function inWords({ added, pending, unsubscribed, suppressed, left_out, stopped, known, refused_count }: ImportReport): string {
  const counts = { added, pending, unsubscribed, suppressed, 'left out': left_out, stopped, known, 'refused': refused_count }
  return Object.entries(counts)
    .filter(([name, count]) => count > 0 || name === 'added')
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

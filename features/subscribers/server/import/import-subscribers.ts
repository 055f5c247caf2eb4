import { insertAuditEntry } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Executor } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { type ImportMode, type ImportReading, type ImportReport, questionLabel } from '#features/subscribers/import.ts'
import { insertSubscriberEvents, type Subscriber } from '../queries.ts'
import {
  endSubscriptions,
  endSuppressed,
  insertSubscribers,
  insertSuppressions,
  listKnown,
  listSuppressed,
} from './queries.ts'
import { decodeFile } from './decode-file.ts'
import { type ReadImport, readImport } from './read-import.ts'
import type { ImportedPerson } from './read-people.ts'

/**
 * Rows per transaction. If an import is interrupted, importing the same file again continues after the last stored
 * batch.
 */
const batchSize = 500

type Outcome =
  | 'added'
  | 'pending'
  | 'unsubscribed'
  | 'suppressed'
  | 'suppressed_already'
  | 'left_out'
  | 'stopped'
  | 'known'
type Counts = Pick<ImportReport, Outcome | 'monthly'>

/**
 * Imports people from a CSV. A file can end a subscription but never resubscribe anyone: known people keep their
 * choices unless the file unsubscribes them; people who unsubscribed, were suppressed or erased here stay so; and
 * people who are unsubscribed or suppressed in the file are stored as such.
 *
 * @param options.mode `preview` writes nothing; the report is the one that the import would return.
 * @throws AppError `invalid-input` if the file cannot be read, or contains an unknown value that `reading` does not
 * answer.
 */
export async function importSubscribers(
  { db, clock }: { db: Database['db']; clock: Clock },
  file: Buffer,
  { mode, by, reading }: { mode: ImportMode; by: string; reading: ImportReading },
): Promise<ImportReport> {
  const isImport = mode === 'import'
  const { text, encoding, isCertain } = await decodeFile(file, reading.encoding)
  const read = await readImport(text, reading)
  const decided = read.people.filter(({ isOpen }) => !isOpen)
  if (isImport && decided.length < read.people.length) throw new AppError('invalid-input', openQuestions(read))
  const none = {
    added: 0,
    monthly: 0,
    pending: 0,
    unsubscribed: 0,
    suppressed: 0,
    suppressed_already: 0,
    left_out: 0,
    stopped: 0,
  }
  const counts: Counts = { ...none, known: read.repeated }
  for (let at = 0; at < decided.length; at += batchSize) {
    const batch = decided.slice(at, at + batchSize)
    const outcomes = await db.transaction(async (tx) => {
      const planned = await plan(tx, batch)
      if (isImport) await write(tx, planned, { by, at: clock.now() })
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
    encoding: { name: encoding, is_certain: isCertain, samples: read.nonAsciiSamples },
    has_head: read.hasHeader,
    columns: read.columns,
    questions: read.questions,
  }
  if (isImport)
    await insertAuditEntry(db, {
      actor: by,
      action: 'subscribers.import',
      subject: 'subscribers',
      detail: summaryOf(report),
      at: clock.now(),
    })
  return report
}

type Planned = {
  person: ImportedPerson
  outcome: Outcome
  status: Subscriber['status'] | undefined
  isSuppressed: boolean
}

/**
 * Determines the outcome of each person. `status` is their current one; `isSuppressed` if they were suppressed or
 * erased here.
 */
async function plan(tx: Executor, people: ImportedPerson[]): Promise<Planned[]> {
  const emails = people.map(({ email }) => email)
  const known = await listKnown(tx, emails)
  const suppressed = await listSuppressed(tx, emails.map(hashValue))
  return people.map((person) => {
    const status = known.get(person.email)
    const isSuppressed = status === 'suppressed' || suppressed.has(hashValue(person.email))
    return { person, status, isSuppressed, outcome: isSuppressed ? 'suppressed_already' : outcomeOf(person, status) }
  })
}

function outcomeOf({ state }: ImportedPerson, status: Subscriber['status'] | undefined): Outcome {
  if (state === 'suppressed') return 'suppressed'
  if (status === undefined) return state === 'subscribed' ? 'added' : state
  return state === 'unsubscribed' && status !== 'unsubscribed' ? 'stopped' : 'known'
}

/** Outcomes that insert a row. */
const insertedOutcomes = new Set<Outcome>(['added', 'pending', 'unsubscribed', 'suppressed'])

async function write(tx: Executor, planned: Planned[], { by, at }: { by: string; at: Date }): Promise<void> {
  const fresh = planned.filter(({ status, outcome }) => status === undefined && insertedOutcomes.has(outcome))
  const rows = fresh.map(({ person: { email, firstName, lastName, frequency, state } }) => ({
    email,
    firstName,
    lastName,
    frequency,
    status: state as Subscriber['status'],
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
  const suppressed = planned.filter(({ outcome }) => outcome === 'suppressed')
  if (suppressed.length > 0)
    await insertSuppressions(
      tx,
      suppressed.map(({ person: { email, reason } }) => ({
        emailHash: hashValue(email),
        reason,
        detail: 'told by an import',
        isImported: true,
        at,
      })),
    )
  const known = (some: Planned[]) => some.flatMap(({ person, status }) => (status === undefined ? [] : [person.email]))
  // A person who is suppressed here and unsubscribed in the file must not be subscribed when the suppression is
  // removed.
  const unsubscribes = known(
    planned.filter(
      ({ outcome, isSuppressed, person }) => outcome === 'stopped' || (isSuppressed && person.state === 'unsubscribed'),
    ),
  )
  const ended = [
    {
      kind: 'unsubscribed',
      ids: [...(await endSubscriptions(tx, unsubscribes, 'unsubscribed')), ...(await endSuppressed(tx, unsubscribes))],
    },
    { kind: 'suppressed', ids: await endSubscriptions(tx, known(suppressed), 'suppressed') },
  ]
  for (const { kind, ids } of ended)
    for (const id of ids) events.push({ subscriberId: id, kind, detail: `by an import of ${by}`, at })
  if (events.length > 0) await insertSubscriberEvents(tx, events)
}

function openQuestions({ questions }: ReadImport): string {
  const open = questions
    .filter(({ meaning }) => meaning === null)
    .map((question) => `${question.head} “${questionLabel(question)}”`)
  return `Choose a meaning for these values first: ${open.slice(0, 5).join(', ')}${open.length > 5 ? ` and ${open.length - 5} more` : ''}. No subscribers were imported.`
}

function summaryOf(report: ImportReport): string {
  const { added, pending, unsubscribed, suppressed, stopped, known } = report
  const others = {
    'already suppressed or deleted': report.suppressed_already,
    'left out': report.left_out,
    'refused': report.refused_count,
  }
  const counts = { added, pending, unsubscribed, suppressed, stopped, known, ...others }
  return Object.entries(counts)
    .filter(([name, count]) => count > 0 || name === 'added')
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

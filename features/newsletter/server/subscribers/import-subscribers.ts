import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createSecret, fingerprint } from '#platform/secrets.ts'
import type { ImportReport } from '#features/newsletter/desk.ts'
import { insertAdminEvent } from '../admin/queries.ts'
import { insertSubscriberEvents, insertSubscribers, listKnown, listSuppressed } from './queries.ts'
import { type ImportLine, readImport } from './read-import.ts'

/** Kept at a time: each batch is a transaction of its own, and importing the same file again goes on where it broke off. */
const atOnce = 500
const mostTold = 200

type GoodLine = Extract<ImportLine, { ok: true }>

/**
 * Takes people in from a CSV, line by line. Who is known keeps what they chose, who is suppressed or was erased stays out.
 *
 * @param dry Only looks; the report is the one the import would give.
 */
export async function importSubscribers(
  { db, clock }: { db: Database['db']; clock: Clock },
  file: Buffer,
  { dry, by }: { dry: boolean; by: string },
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, known: 0, suppressed: 0, refused_count: 0, refused: [] }
  const seen = new Set<string>()
  let batch: GoodLine[] = []
  for await (const line of readImport(file)) {
    if (!line.ok) {
      report.refused_count++
      if (report.refused.length < mostTold) report.refused.push({ line: line.line, value: line.value, why: line.why })
    } else if (seen.has(line.email)) report.known++
    else {
      seen.add(line.email)
      batch.push(line)
    }
    if (batch.length < atOnce) continue
    await take(batch)
    batch = []
  }
  if (batch.length > 0) await take(batch)
  if (!dry)
    await insertAdminEvent(db, { actor: by, act: 'subscribers.import', subject: 'subscribers', detail: inWords(report), at: clock.now() })
  return report

  async function take(lines: GoodLine[]): Promise<void> {
    await db.transaction(async (tx) => {
      const marks = lines.map(({ email }) => fingerprint(email))
      const [known, suppressed] = [
        await listKnown(
          tx,
          lines.map(({ email }) => email),
        ),
        await listSuppressed(tx, marks),
      ]
      const isSuppressed = ({ email }: GoodLine) => suppressed.has(fingerprint(email)) || known.get(email) === 'suppressed'
      const wanted = lines.filter((line) => !isSuppressed(line) && !known.has(line.email))
      const held = lines.filter(isSuppressed).length
      const added = dry ? wanted.length : await keep(tx, wanted)
      report.added += added
      report.suppressed += held
      report.known += lines.length - held - added
    })
  }

  async function keep(tx: Parameters<typeof insertSubscribers>[0], lines: GoodLine[]): Promise<number> {
    if (lines.length === 0) return 0
    const at = clock.now()
    const rows = lines.map(({ email, firstName, lastName }) => ({
      email,
      firstName,
      lastName,
      status: 'subscribed' as const,
      token: createSecret(),
      createdAt: at,
    }))
    const added = await insertSubscribers(tx, rows)
    if (added.length > 0)
      await insertSubscriberEvents(
        tx,
        added.map(({ id }) => ({ subscriberId: id, kind: 'imported', detail: `by ${by}`, at })),
      )
    return added.length
  }
}

function inWords({ added, known, suppressed, refused_count }: ImportReport): string {
  return `${added} added, ${known} known, ${suppressed} suppressed, ${refused_count} refused`
}

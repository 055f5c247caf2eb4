import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { addIssue } from '#features/delivery/server/sending/test-issues.ts'
import { readConfig } from '#platform/config.ts'
import { openStorage } from '#platform/storage/open-storage.ts'
import type { Relay } from '../../tests/support/relay.ts'
import type { Acknowledged, Load } from './load.ts'

/** An issue that was sent during a fault, in milliseconds since 1970. Its title is the subject of its emails. */
export type SentIssue = { fault: string; id: string; title: string; sentAt: number }

/** Sources of the truth after the faults. */
export type Evidence = {
  database: Pick<pg.Pool, 'query'>
  /** Opens a stored file. @throws Error when it cannot be read. */
  openFile(key: string): Promise<Readable>
  relay: Pick<Relay, 'received'>
}

/** Adds an issue that is due at once. `paragraphs` make it long. */
export async function sendIssue(pool: pg.Pool, fault: string, title: string, paragraphs?: number): Promise<SentIssue> {
  const id = await addIssue({ pool }, title, paragraphs)
  const sentAt = Date.now()
  await pool.query(`UPDATE newsletter_issues SET status = 'scheduled', due_at = now() WHERE id = $1`, [id])
  return { fault, id, title, sentAt }
}

/**
 * Ends the load, waits for what is under way and opens the sources of the truth.
 *
 * @param where.environment Settings of the judged site, whose files are read.
 * @param where.folder Folder for what the reader of the files writes itself.
 * @returns The evidence until `close`, and descriptions of what was still under way.
 */
export async function openEvidence(where: {
  load: Pick<Load, 'stop'>
  database: pg.Pool
  relay: Relay
  environment: Record<string, string>
  folder: string
}): Promise<{ open: string[]; evidence: Evidence; close(): void }> {
  await where.load.stop()
  process.stderr.write('waiting for work in progress …\n')
  const open = await settle(where.database)
  const storage = await openStorage({
    config: readConfig({ ...where.environment, DATA_DIR: join(where.folder, 'judge') }),
    log: console,
  })
  const evidence = { database: where.database, openFile: (key: string) => storage.open(key), relay: where.relay }
  return { open, evidence, close: () => storage.close() }
}

const settleLimitMs = 240_000

/**
 * Waits until no issue and no email is under way. An email that a killed process had claimed is settled after two
 * minutes.
 *
 * @returns Descriptions of what was still under way after four minutes.
 */
export async function settle(database: Evidence['database']): Promise<string[]> {
  let open: string[] = []
  for (const until = Date.now() + settleLimitMs; Date.now() < until; await sleep(500)) {
    const { rows } = await database
      .query<{ line: string }>(
        `SELECT 'email ' || state || ' to ' || (mail->>'to') AS line FROM mail_outbox
         WHERE state IN ('queued', 'claimed', 'in_data')
         UNION ALL
         SELECT 'issue ' || title || ' ' || status || ' ' || reason FROM newsletter_issues WHERE status IN ('scheduled', 'sending', 'paused')
         UNION ALL
         SELECT 'payment of ' || email || ' ' || state FROM orders WHERE state = 'paid'`,
      )
      .catch(() => ({ rows: [{ line: 'the database does not answer' }] }))
    open = rows.map(({ line }) => line)
    if (open.length === 0) break
  }
  return open
}

/** Outcome of the requests that were acknowledged during one fault. */
export type Verdict = { survived: string[]; lost: string[] }

/** Judges all requests of a load and all issues that belong to one fault. */
export async function judge(
  fault: string,
  load: Pick<Load, 'acknowledged' | 'attempts'>,
  issues: readonly SentIssue[],
  evidence: Evidence,
): Promise<Verdict> {
  const lost: string[] = []
  const of = <Kind extends Acknowledged['kind']>(kind: Kind) =>
    load.acknowledged.filter(
      (one): one is Extract<Acknowledged, { kind: Kind }> => one.kind === kind && one.fault === fault,
    )
  const purchases = of('purchase')
  for (const { email } of purchases) lost.push(...(await judgePurchase(email, evidence)))
  const uploads = of('upload')
  for (const upload of uploads) lost.push(...(await judgeUpload(upload, evidence)))
  const subscriptions = of('subscription')
  for (const { email } of subscriptions) {
    const { rowCount } = await evidence.database.query('SELECT 1 FROM subscribers WHERE email = $1', [email])
    if (rowCount !== 1) lost.push(`the subscription of ${email} is missing`)
  }
  const counts = load.attempts.get(fault)
  const survived = [
    `${purchases.length} purchases`,
    `${uploads.length} uploads`,
    `${subscriptions.length} subscriptions`,
  ]
  for (const issue of issues.filter((one) => one.fault === fault)) {
    const { readers, uncertain, lost: lostReaders } = await judgeIssue(issue, evidence)
    survived.push(`${readers} readers${uncertain ? ` (${uncertain} shown as uncertain)` : ''}`)
    lost.push(...lostReaders)
  }
  if (counts) {
    survived.push(
      `${counts.pages} pages (${counts.failedPages.length} failed)`,
      `${counts.sentAgain.length} requests sent again`,
    )
    if (counts.gaveUp > 0) lost.push(`${counts.gaveUp} visitors gave up after half a minute`)
  }
  return { survived, lost }
}

async function judgePurchase(email: string, { database, relay }: Evidence): Promise<string[]> {
  const { rows } = await database.query<{ state: string }>('SELECT state FROM orders WHERE email = $1', [email])
  const mails = relay.received.filter(({ to }) => to === email).length
  return [
    ...(rows.length === 1 && rows[0]!.state === 'fulfilled'
      ? []
      : [`the order of ${email} is ${rows.map(({ state }) => state).join(', ') || 'missing'}`]),
    ...(mails === 1 ? [] : [`${email} has ${mails} emails instead of one`]),
  ]
}

async function judgeUpload(
  { token, sha256 }: { token: string; sha256: string },
  { database, openFile }: Evidence,
): Promise<string[]> {
  // The link of the artist's page begins with the id of its row.
  const id = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex')
  const { rows } = await database.query<{ key: string; title: string }>(
    'SELECT audio_key AS key, song_title AS title FROM submissions WHERE id = $1',
    [id],
  )
  const [track] = rows
  if (!track) return ['an acknowledged upload has no row']
  try {
    const hash = createHash('sha256')
    for await (const chunk of await openFile(track.key)) hash.update(chunk as Buffer)
    return hash.digest('hex') === sha256 ? [] : [`the file of ${track.title} differs from what was sent`]
  } catch (error) {
    return [`the file of ${track.title} cannot be read: ${(error as Error).message}`]
  }
}

async function judgeIssue(
  { id, title }: SentIssue,
  { database, relay }: Evidence,
): Promise<{ readers: number; uncertain: number; lost: string[] }> {
  const { rows } = await database.query<{ email: string; state: string }>(
    `SELECT email, state FROM newsletter_deliveries WHERE issue_id = $1 AND state <> 'excluded'`,
    [id],
  )
  const mails = new Map<string, number>()
  for (const { to, raw } of relay.received)
    if (raw.includes(`\r\nSubject: ${title}\r\n`)) mails.set(to, (mails.get(to) ?? 0) + 1)
  const lost = rows.flatMap(({ email, state }) => {
    const count = mails.get(email) ?? 0
    if (count > 1) return [`${title}: ${email} was mailed ${count} times`]
    if (count === 0 && state !== 'uncertain') return [`${title}: ${email} is ${state} and was not mailed`]
    return []
  })
  if (rows.length === 0) lost.push(`${title} has no recipients`)
  return { readers: rows.length, uncertain: rows.filter(({ state }) => state === 'uncertain').length, lost }
}

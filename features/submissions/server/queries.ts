import { and, asc, count, eq, gte, inArray, isNull, lt, lte, ne, sql, sum } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { LinkTarget } from '#platform/link-tokens.ts'
import type { SubmissionTexts } from '#features/submissions/contract.ts'
import { submissionSteps, submissions } from './tables.ts'

/** The database, or a transaction on it. */
export type Database = Pick<NodePgDatabase, 'insert' | 'update' | 'select' | 'execute'>
export type Submission = typeof submissions.$inferSelect
export type NewSubmission = typeof submissions.$inferInsert
type SubmissionChange = Partial<Omit<NewSubmission, 'id' | 'earlierTokenHash' | 'attempt' | 'audioKey' | 'createdAt'>>
export type SubmissionStepRow = typeof submissionSteps.$inferSelect

/** @returns undefined if the same attempt has already created a submission. */
export async function insertSubmission(db: Database, submission: NewSubmission): Promise<Submission | undefined> {
  const [row] = await db
    .insert(submissions)
    .values(submission)
    .onConflictDoNothing({ target: submissions.attempt })
    .returning()
  return row
}

export async function findByAttempt(db: Database, attempt: string): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.attempt, attempt))
  return row
}

/** Finds a submission by the bytes of its file, unless it was declined or withdrawn. */
export async function findBySha256(db: Database, sha256: string): Promise<Submission | undefined> {
  const [row] = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.audioSha256, sha256), inArray(submissions.state, ['received', 'in_review', 'accepted'])))
    .orderBy(asc(submissions.createdAt))
    .limit(1)
  return row
}

/** Records a step of a submission. */
export async function insertStep(
  db: Database,
  move: Pick<SubmissionStepRow, 'submissionId' | 'step' | 'actor' | 'at'> & { detail?: string },
): Promise<void> {
  await db.insert(submissionSteps).values(move)
}

/** Lists the steps of one submission, oldest first. */
export async function listSteps(db: Database, submissionId: string): Promise<SubmissionStepRow[]> {
  return db
    .select()
    .from(submissionSteps)
    .where(eq(submissionSteps.submissionId, submissionId))
    .orderBy(asc(submissionSteps.at))
}

const isOpenedBy = (target: LinkTarget) =>
  'id' in target ? eq(submissions.id, target.id) : eq(submissions.earlierTokenHash, target.earlierHash)

/** Finds the submission whose link was opened. */
export async function findByLink(db: Database, target: LinkTarget): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(isOpenedBy(target))
  return row
}

export async function findSubmission(db: Database, id: string): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id))
  return row
}

/** Locks the row until the transaction ends, so that concurrent changes run one after the other. */
export async function lockSubmission(db: Database, id: string): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id)).for('update')
  return row
}

export async function lockByLink(db: Database, target: LinkTarget): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(isOpenedBy(target)).for('update')
  return row
}

export async function updateSubmission(db: Database, id: string, change: SubmissionChange): Promise<Submission> {
  const [row] = await db.update(submissions).set(change).where(eq(submissions.id, id)).returning()
  return row!
}

/** Converts the track details to columns. */
export function textColumns(texts: SubmissionTexts) {
  return {
    artistName: texts.artist_name,
    songTitle: texts.song_title,
    albumName: texts.album_name,
    genre: texts.genre,
    description: texts.description,
    artistWebsite: texts.artist_website,
    artistSocial: texts.artist_social,
    isrc: texts.isrc,
    labelName: texts.label_name,
    producerName: texts.producer_name,
    publishingOrg: texts.publishing_org,
  }
}

/** Converts the columns of the track details to form fields. */
export function textsOf(row: Submission): SubmissionTexts {
  return {
    artist_name: row.artistName,
    song_title: row.songTitle,
    album_name: row.albumName,
    genre: row.genre as SubmissionTexts['genre'],
    description: row.description,
    artist_website: row.artistWebsite,
    artist_social: row.artistSocial,
    isrc: row.isrc,
    label_name: row.labelName,
    producer_name: row.producerName,
    publishing_org: row.publishingOrg,
  }
}

/** Lists unchecked submissions that can still be accepted or are on air, oldest first. */
export async function listUnchecked(db: Database, limit: number): Promise<Submission[]> {
  const isWanted = inArray(submissions.state, ['received', 'in_review', 'accepted'])
  return db
    .select()
    .from(submissions)
    .where(and(isNull(submissions.checks), isWanted))
    .orderBy(asc(submissions.createdAt))
    .limit(limit)
}

/** Counts an attempt to analyze before it is made, so that an attempt that crashes the process counts too. */
export async function countCheckAttempt(db: Database, id: string): Promise<number> {
  const [row] = await db
    .update(submissions)
    .set({ checkAttempts: sql`${submissions.checkAttempts} + 1` })
    .where(eq(submissions.id, id))
    .returning({ attempts: submissions.checkAttempts })
  return row?.attempts ?? 0
}

/** Uncounts an attempt that failed for reasons other than the recording. */
export async function uncountCheckAttempt(db: Database, id: string): Promise<void> {
  await db
    .update(submissions)
    .set({ checkAttempts: sql`${submissions.checkAttempts} - 1` })
    .where(eq(submissions.id, id))
}

/** Lists the ids of older submissions with the same bytes, oldest first. */
export async function listSameBytes(db: Database, row: Submission): Promise<string[]> {
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.audioSha256, row.audioSha256),
        ne(submissions.id, row.id),
        lt(submissions.createdAt, row.createdAt),
      ),
    )
    .orderBy(asc(submissions.createdAt))
    .limit(20)
  return rows.map(({ id }) => id)
}

/** Lists the ids of submissions that were declined or withdrawn before a time and still have their file. */
export async function listFilesToDelete(db: Database, before: Date, limit: number): Promise<string[]> {
  const isOver = and(inArray(submissions.state, ['declined', 'withdrawn']), lte(submissions.decidedAt, before))
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(isOver, isNull(submissions.fileDeletedAt)))
    .orderBy(asc(submissions.decidedAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Lists every file that a row names, except for files that are being deleted. */
export async function listAudioKeys(db: Database): Promise<string[]> {
  const rows = await db.select({ key: submissions.audioKey }).from(submissions).where(isNull(submissions.fileDeletedAt))
  return rows.map(({ key }) => key)
}

/** Lists submissions that still need their file: all but those declined or withdrawn. */
export async function listNeededFiles(
  db: Database,
): Promise<Pick<Submission, 'id' | 'audioKey' | 'songTitle' | 'artistName'>[]> {
  const { id, audioKey, songTitle, artistName } = submissions
  return db
    .select({ id, audioKey, songTitle, artistName })
    .from(submissions)
    .where(and(isNull(submissions.fileDeletedAt), inArray(submissions.state, ['received', 'in_review', 'accepted'])))
}

/** Counts the undecided submissions of an email address. */
export async function countWaitingOf(db: Database, artistEmail: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(submissions)
    .where(and(eq(submissions.artistEmail, artistEmail), inArray(submissions.state, ['received', 'in_review'])))
  return row?.total ?? 0
}

/** Sums the bytes received from all visitors since a time. */
export async function sumBytesSince(db: Database, since: Date): Promise<number> {
  const [row] = await db
    .select({ total: sum(submissions.audioBytes) })
    .from(submissions)
    .where(gte(submissions.createdAt, since))
  return Number(row?.total ?? 0)
}

import { and, asc, count, desc, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { emailSearchKey } from '#shared/email-address.ts'
import type { AcceptedTrack, SubmissionRow, SubmissionState } from '#features/submissions/contract.ts'
import type { Database } from '../queries.ts'
import { submissions } from '../tables.ts'

/** Escapes the wildcards of `LIKE`. */
const literally = (text: string) => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

/** Returns a case-insensitive pattern; a database with the locale `C` lowercases only a–z. */
const inEitherCase = (text: string) =>
  [...text.toLowerCase()]
    .map((character) =>
      /[a-z0-9\s]/.test(character)
        ? character
        : /\p{L}/u.test(character)
          ? `(${character}|${character.toUpperCase()})`
          : `\\${character}`,
    )
    .join('')

const isAscii = (text: string) => !/[^\p{ASCII}]/u.test(text)

const matching = ({ state, search: typed }: { state?: SubmissionState | undefined; search?: string | undefined }) => {
  const search = typed && emailSearchKey(typed)
  const words =
    search &&
    (isAscii(search)
      ? sql`${submissions.searchText} LIKE lower(${literally(search)})`
      : sql`${submissions.searchText} ~ ${inEitherCase(search)}`)
  return and(state && eq(submissions.state, state), words || undefined)
}

/** Lists one page of the queue. Of the checks it reads only the findings, because waveforms are long. */
export async function listSubmissions(
  db: Database,
  query: { state?: SubmissionState | undefined; search?: string | undefined; limit: number; offset: number },
): Promise<SubmissionRow[]> {
  const notes = (severity: string) =>
    sql<
      number | null
    >`jsonb_array_length(jsonb_path_query_array(${submissions.checks}, ${`$.notes[*] ? (@.severity == "${severity}")`}::jsonpath))`
  // Tracks in review are listed in the order in which they arrived.
  const order =
    query.state === 'in_review'
      ? [asc(submissions.createdAt), asc(submissions.id)]
      : [desc(submissions.createdAt), submissions.id]
  // Ids are selected first and details read afterwards, so that findings of skipped rows are not counted.
  const wanted = db
    .select({ id: submissions.id })
    .from(submissions)
    .where(matching(query))
    .orderBy(...order)
    .limit(query.limit)
    .offset(query.offset)
  const rows = await db
    .select({
      id: submissions.id,
      state: submissions.state,
      artistName: submissions.artistName,
      songTitle: submissions.songTitle,
      genre: submissions.genre,
      durationSeconds: sql<number>`(${submissions.facts}->>'durationSeconds')::float8`,
      createdAt: submissions.createdAt,
      warning: notes('warning'),
      problem: notes('problem'),
    })
    .from(submissions)
    .where(inArray(submissions.id, wanted))
    .orderBy(...order)
  return rows.map(({ createdAt, warning, problem, ...row }) => ({
    ...row,
    receivedAt: createdAt.toISOString(),
    notes: warning === null || problem === null ? undefined : { warning, problem },
  }))
}

/** Counts matching submissions by state. */
export async function countSubmissions(
  db: Database,
  search: string | undefined,
): Promise<Partial<Record<SubmissionState, number>>> {
  const rows = await db
    .select({ state: submissions.state, total: count() })
    .from(submissions)
    .where(matching({ search }))
    .groupBy(submissions.state)
  return Object.fromEntries(rows.map(({ state, total }) => [state, total]))
}

/** Finds the nearest pending submission before or after a time. */
export async function findWaiting(
  db: Database,
  side: 'older' | 'younger',
  than: Date,
  id: string,
): Promise<string | undefined> {
  const isOlder = side === 'older'
  const beyond = isOlder ? lt : gt
  const [row] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.state, 'in_review'),
        or(beyond(submissions.createdAt, than), and(eq(submissions.createdAt, than), beyond(submissions.id, id))),
      ),
    )
    .orderBy(
      isOlder ? desc(submissions.createdAt) : asc(submissions.createdAt),
      isOlder ? desc(submissions.id) : asc(submissions.id),
    )
    .limit(1)
  return row?.id
}

/** Lists tracks that were accepted since a time and still are, newest decision first. */
export async function listAcceptedSince(db: Database, since: Date, limit: number): Promise<AcceptedTrack[]> {
  const rows = await db
    .select({
      id: submissions.id,
      artistName: submissions.artistName,
      songTitle: submissions.songTitle,
      genre: submissions.genre,
      acceptedAt: submissions.decidedAt,
    })
    .from(submissions)
    .where(and(eq(submissions.state, 'accepted'), gte(submissions.decidedAt, since)))
    .orderBy(desc(submissions.decidedAt), submissions.id)
    .limit(limit)
  return rows.flatMap(({ acceptedAt, ...row }) => (acceptedAt ? [{ ...row, acceptedAt }] : []))
}

import type { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import {
  type Database as Writing,
  deleteDraft,
  type EditRow,
  findDraft,
  insertEdit,
  listDraftKeysOf,
  listDraftsOf,
  listEditsAfter,
  listEditsOf,
  listNewestEdits,
  lockEdits,
  upsertDraft,
} from './queries.ts'

/**
 * Until edits are looked for again where nobody tells of them: how long a process may show what another has changed.
 */
const betweenLooksMs = 30_000

/** How much of an entry's history is told. */
const toldRevisions = 100

/** One kind of catalogue entry: what the files say, and what an entry must be. */
export type ContentKind<Entry> = {
  /** The name in the table, such as `artist`. */
  kind: string
  /** What the files say, in its order. */
  files: readonly Entry[]
  keyOf(entry: Entry): string
  /** What an edit must be. An edit written for an older shape that no longer fits is left out, and told in the log. */
  schema: z.ZodType<Entry>
}

/**
 * Entries in effect: the files' with the owner's edits over them, then what the owner added, in the order of adding.
 */
export type FollowedContent<Entry> = {
  list(): readonly Entry[]
  /** What the files say of a key; undefined for an entry the owner added. */
  original(key: string): Entry | undefined
}

/** One edit as its history tells it; `data` is the whole entry, undefined unless it was saved. */
export type ContentRevision = { revision: number; act: EditRow['act']; data: unknown; actor: string; at: Date }

/**
 * What a writer saw of an entry last; whatever somebody else did since is a conflict. A revision of undefined: there
 * was no edit. `draft` left out: not looked at; a time of undefined: there was none.
 */
export type SeenEntry = { revision: number | undefined; draft?: { savedAt: Date | undefined } }

/** An edit to write; see `content_edits.act`. */
export type ContentEdit = {
  kind: string
  key: string
  actor: string
  /** Left out: not looked at. */
  over?: SeenEntry
  /** What is being written beside it stays; otherwise an edit takes the draft with it. */
  keepsDraft?: true
} & ({ act: 'save'; data: unknown } | { act: 'remove' | 'reset' })

/**
 * The owner's edits of the catalogue. They live in the database and win over the files; every process shows them within
 * seconds.
 */
export type ContentEdits = {
  /**
   * Entries of a kind, always as they are now. Each kind is followed once.
   *
   * @throws Error for a kind that is followed
   * already.
   */
  follow<Entry>(kind: ContentKind<Entry>): FollowedContent<Entry>
  /** Told after anything changed, whichever process changed it. */
  onChange(listener: () => void): void
  /** Reads what is there and follows it from now on. */
  connect(db: OpenDatabase['db'], changes?: Changes): Promise<void>
  /**
   * Writes an edit and shows it.
   *
   * @throws AppError `conflict` when somebody edited the entry meanwhile; ZodError when the entry is not what its kind
   *   asks for.
   */
  write(edit: ContentEdit): Promise<void>
  /** The newest first, at most 100. */
  history(kind: string, key: string): Promise<ContentRevision[]>
  /** The newest edit of every entry of a kind that was ever edited; told from memory. */
  newest(kind: string): (Omit<ContentRevision, 'data'> & { key: string })[]
  /** What is being written of a kind, whole; also of entries that are not there yet. */
  drafts(kind: string): Promise<{ key: string; data: unknown; savedAt: Date }[]>
  /** What is being written and not shown yet. */
  draft(kind: string, key: string): Promise<{ data: unknown; savedAt: Date } | undefined>
  /** The keys of what is being written of a kind. */
  draftKeys(kind: string): Promise<string[]>
  /** @throws AppError `conflict` when something else is there than was seen. */
  saveDraft(kind: string, key: string, data: unknown, over?: SeenEntry): Promise<void>
  /** @throws AppError `conflict` when something else is there than was seen. */
  dropDraft(kind: string, key: string, over?: SeenEntry): Promise<void>
  stop(): Promise<void>
}

type Log = { warn(details: object, message: string): void }
type Followed = { kind: ContentKind<unknown>; entries: readonly unknown[] }

/**
 * Works without a database until `connect`: then the files are all there is.
 */
export function createContentEdits({ clock, log }: { clock: Clock; log: Log }): ContentEdits {
  const followed = new Map<string, Followed>()
  /** The newest edit of each entry, in the order in which entries were first edited. */
  const newest = new Map<string, EditRow>()
  /** What the rows say: one edit of a thousand entries reads one of them. */
  const readRows = new WeakMap<EditRow, unknown[]>()
  const listeners: (() => void)[] = []
  let seen = 0
  let connected: OpenDatabase['db'] | undefined
  let endFollowing: (() => Promise<void>) | undefined
  let looking: Promise<void> = Promise.resolve()

  const database = () => {
    if (!connected) throw new AppError('unavailable', { key: 'site.errors.starting' })
    return connected
  }

  const inTurn = (kind: string, key: string, over: SeenEntry | undefined, write: (db: Writing) => Promise<void>) =>
    !over
      ? write(database())
      : database().transaction(async (tx) => {
          await lockEdits(tx)
          await checkSeen(tx, kind, key, over)
          await write(tx)
        })

  const refresh = (one: Followed) => {
    const { kind, files, keyOf, schema } = one.kind
    const edits = new Map([...newest.values()].filter((row) => row.kind === kind).map((row) => [row.key, row]))
    const read = (row: EditRow): unknown[] => {
      const parsed = schema.safeParse(row.data)
      if (parsed.success) return [parsed.data]
      log.warn(
        { kind, key: row.key, revision: row.revision, problems: parsed.error.issues },
        'content edit ignored: it does not match the schema',
      )
      return files.filter((file) => keyOf(file) === row.key)
    }
    const entryOf = (row: EditRow): unknown[] => {
      const known = readRows.get(row) ?? read(row)
      readRows.set(row, known)
      return known
    }
    const kept = files.flatMap((file) => {
      const row = edits.get(keyOf(file))
      edits.delete(keyOf(file))
      return !row || row.act === 'reset' ? [file] : row.act === 'remove' ? [] : entryOf(row)
    })
    one.entries = [...kept, ...[...edits.values()].flatMap((row) => (row.act === 'save' ? entryOf(row) : []))]
  }

  const takeIn = async () => {
    const rows = await (seen === 0 ? listNewestEdits(database()) : listEditsAfter(database(), seen))
    if (rows.length === 0) return
    for (const row of rows) newest.set(`${row.kind}\0${row.key}`, row)
    seen = Math.max(...rows.map(({ revision }) => revision))
    for (const one of followed.values()) if (rows.some(({ kind }) => kind === one.kind.kind)) refresh(one)
    for (const listener of listeners) listener()
  }

  // One after the other, so that an older answer never comes last.
  const look = () => (looking = looking.catch(() => undefined).then(takeIn))

  return {
    follow(kind) {
      if (followed.has(kind.kind)) throw new Error(`content kind '${kind.kind}' is already registered`)
      const one: Followed = { kind: kind as unknown as ContentKind<unknown>, entries: kind.files }
      followed.set(kind.kind, one)
      refresh(one)
      return {
        list: () => one.entries as readonly (typeof kind.files)[number][],
        original: (key) => kind.files.find((entry) => kind.keyOf(entry) === key),
      }
    },
    onChange: (listener) => void listeners.push(listener),
    async connect(db, changes) {
      connected = db
      await look()
      // A database that is out of reach is asked again.
      endFollowing = changes?.subscribe({ topics: ['content_edits'], everyMs: betweenLooksMs, check: look })
    },
    async write(edit) {
      const { kind, key, act, actor, over } = edit
      const data = edit.act === 'save' ? checked(followed.get(kind), key, edit.data) : null
      await database().transaction(async (tx) => {
        await lockEdits(tx)
        await checkSeen(tx, kind, key, over)
        await insertEdit(tx, { kind, key, act, data, actor, at: clock.now() })
        if (!edit.keepsDraft) await deleteDraft(tx, kind, key)
      })
      await look()
    },
    async history(kind, key) {
      const rows = await listEditsOf(database(), kind, key, toldRevisions)
      return rows.map(({ revision, act, data, actor, at }) => ({ revision, act, data: data ?? undefined, actor, at }))
    },
    newest: (kind) =>
      [...newest.values()]
        .filter((row) => row.kind === kind)
        .map(({ key, revision, act, actor, at }) => ({ key, revision, act, actor, at })),
    drafts: (kind) => listDraftsOf(database(), kind),
    async draft(kind, key) {
      const row = await findDraft(database(), kind, key)
      return row && { data: row.data, savedAt: row.savedAt }
    },
    draftKeys: (kind) => listDraftKeysOf(database(), kind),
    saveDraft: (kind, key, data, over) =>
      inTurn(kind, key, over, (db) => upsertDraft(db, { kind, key, data, savedAt: clock.now() })),
    dropDraft: (kind, key, over) => inTurn(kind, key, over, (db) => deleteDraft(db, kind, key)),
    stop: async () => endFollowing?.(),
  }
}

// Under the lock of all edits, so that nothing changes between the look and the writing.
async function checkSeen(tx: Writing, kind: string, key: string, over: SeenEntry | undefined): Promise<void> {
  if (!over) return
  const [last] = await listEditsOf(tx, kind, key, 1)
  const draft = over.draft && (await findDraft(tx, kind, key))
  const isSame =
    last?.revision === over.revision && (!over.draft || draft?.savedAt.getTime() === over.draft.savedAt?.getTime())
  if (!isSame)
    throw new AppError('conflict', 'This was changed in another window. Reload the page to see the current version.')
}

// Checked where it is written, so that what is in the table can be shown.
function checked(one: Followed | undefined, key: string, data: unknown): unknown {
  if (!one) throw new Error('content edits need a registered content kind')
  const entry = one.kind.schema.parse(data)
  if (one.kind.keyOf(entry) !== key) throw new AppError('invalid-input', 'An entry’s address cannot be changed.')
  return entry
}

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
  listDataSince,
  listDraftsOf,
  listEditsAfter,
  listEditsOf,
  listNewestEdits,
  lockEdits,
  upsertDraft,
} from './queries.ts'

/**
 * Fallback poll interval: the longest time for which a process may show outdated content. */
const pollIntervalMs = 30_000

/** Maximum number of listed revisions. */
const maxRevisions = 100

/** Content type: its entries in the files and its schema. */
type ContentKind<Entry> = {
  /** Name in the table, such as `artist`. */
  kind: string
  /** Entries of the files, in their order. */
  files: readonly Entry[]
  keyOf(entry: Entry): string
  /** Schema of an entry. An edit that no longer matches it is ignored and logged. */
  schema: z.ZodType<Entry>
}

/**
 * Entries in effect: those of the files with the owner's edits, then those added by the owner, in the order of adding.
 */
export type FollowedContent<Entry> = {
  list(): readonly Entry[]
  /** Returns the entry of the files; undefined for an entry that the owner added. */
  original(key: string): Entry | undefined
}

/** Edit in the history of an entry. `data` is the whole entry; undefined unless `action` is `save`. */
export type ContentRevision = { revision: number; action: EditRow['action']; data: unknown; actor: string; at: Date }

/**
 * Last state of an entry that the author has seen; any later change is a conflict. An undefined revision means no edit.
 * Without `draft`, drafts are not checked; an undefined time means no draft.
 */
export type SeenEntry = { revision: number | undefined; draft?: { savedAt: Date | undefined } }

/** Edit to write; see `content_edits.action`. */
type ContentEdit = {
  kind: string
  key: string
  actor: string
  /** Without it, conflicts are not checked. */
  over?: SeenEntry
  /** Keeps the draft; otherwise an edit deletes it. */
  preservesDraft?: true
} & ({ action: 'save'; data: unknown } | { action: 'remove' | 'reset' })

/**
 * Edits of the catalogue by the owner. They are stored in the database and override the files; all processes show them
 * within seconds.
 */
export type ContentEdits = {
  /**
   * Registers a content type and returns its current entries.
   *
   * @throws Error if the type is already registered.
   */
  follow<Entry>(kind: ContentKind<Entry>): FollowedContent<Entry>
  /** Adds a listener that is called after a change by any process. */
  onChange(listener: () => void): void
  /** Reads the edits and keeps them up to date from now on. */
  connect(db: OpenDatabase['db'], changes?: Changes): Promise<void>
  /**
   * Writes an edit.
   *
   * @throws AppError `conflict` if the entry was edited in the meantime; ZodError if it does not match its schema.
   */
  write(edit: ContentEdit): Promise<void>
  /** Lists up to 100 revisions, newest first. */
  history(kind: string, key: string): Promise<ContentRevision[]>
  /** Lists the newest edit of every edited entry of a type, from memory. */
  newest(kind: string): (Omit<ContentRevision, 'data'> & { key: string })[]
  /**
   * Lists the entries of the files of a type with their newest edit, from memory; `current` is the entry in effect,
   * undefined if it was removed.
   */
  fileEntries(kind: string): { key: string; original: unknown; current: unknown; isEdited: boolean }[]
  /** Lists the drafts of a type, including those of new entries. */
  drafts(kind: string): Promise<{ key: string; data: unknown; savedAt: Date }[]>
  /** Finds the draft of an entry. */
  draft(kind: string, key: string): Promise<{ data: unknown; savedAt: Date } | undefined>
  /** Saves a draft. @throws AppError `conflict` if the entry is not as seen. */
  saveDraft(kind: string, key: string, data: unknown, over?: SeenEntry): Promise<void>
  /** Deletes a draft. @throws AppError `conflict` if the entry is not as seen. */
  dropDraft(kind: string, key: string, over?: SeenEntry): Promise<void>
  /**
   * Lists the data of all entries: those of the files, drafts, and edits that are in effect or were so after a time.
   *
   * @returns JSON texts, in which addresses of uploads can be found.
   */
  textsSince(time: Date): Promise<string[]>
  stop(): Promise<void>
}

type Log = { warn(details: object, message: string): void }
type Followed = { kind: ContentKind<unknown>; entries: readonly unknown[] }

/** Creates the edits. Until `connect` they work without a database, with the files only. */
export function createContentEdits({ clock, log }: { clock: Clock; log: Log }): ContentEdits {
  const followed = new Map<string, Followed>()
  /** Newest edit of each entry, in the order of the first edits. */
  const newest = new Map<string, EditRow>()
  /** Parsed rows, so that an edit of one entry parses only that one. */
  const parsedRows = new WeakMap<EditRow, unknown[]>()
  const listeners: (() => void)[] = []
  let seen = 0
  let connected: OpenDatabase['db'] | undefined
  let endFollowing: (() => Promise<void>) | undefined
  let refreshing: Promise<void> = Promise.resolve()

  const database = () => {
    if (!connected) throw new AppError('unavailable', { key: 'site.errors.starting' })
    return connected
  }

  const lockedWrite = (kind: string, key: string, over: SeenEntry | undefined, write: (db: Writing) => Promise<void>) =>
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
      const known = parsedRows.get(row) ?? read(row)
      parsedRows.set(row, known)
      return known
    }
    const remaining = files.flatMap((file) => {
      const row = edits.get(keyOf(file))
      edits.delete(keyOf(file))
      return !row || row.action === 'reset' ? [file] : row.action === 'remove' ? [] : entryOf(row)
    })
    one.entries = [...remaining, ...[...edits.values()].flatMap((row) => (row.action === 'save' ? entryOf(row) : []))]
  }

  const readChanges = async () => {
    const rows = await (seen === 0 ? listNewestEdits(database()) : listEditsAfter(database(), seen))
    if (rows.length === 0) return
    for (const row of rows) newest.set(`${row.kind}\0${row.key}`, row)
    seen = Math.max(...rows.map(({ revision }) => revision))
    for (const one of followed.values()) if (rows.some(({ kind }) => kind === one.kind.kind)) refresh(one)
    for (const listener of listeners) listener()
  }

  // Sequentially, so that an older result never overwrites a newer one.
  const refreshAll = () => (refreshing = refreshing.catch(() => undefined).then(readChanges))

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
      await refreshAll()
      // If the database cannot be reached, the next poll tries again.
      endFollowing = changes?.subscribe({ topics: ['content_edits'], everyMs: pollIntervalMs, check: refreshAll })
    },
    async write(edit) {
      const { kind, key, action, actor, over } = edit
      const data = edit.action === 'save' ? validate(followed.get(kind), key, edit.data) : null
      await database().transaction(async (tx) => {
        await lockEdits(tx)
        await checkSeen(tx, kind, key, over)
        await insertEdit(tx, { kind, key, action, data, actor, at: clock.now() })
        if (!edit.preservesDraft) await deleteDraft(tx, kind, key)
      })
      await refreshAll()
    },
    async history(kind, key) {
      const rows = await listEditsOf(database(), kind, key, maxRevisions)
      return rows.map(({ revision, action, data, actor, at }) => ({
        revision,
        action,
        data: data ?? undefined,
        actor,
        at,
      }))
    },
    newest: (kind) =>
      [...newest.values()]
        .filter((row) => row.kind === kind)
        .map(({ key, revision, action, actor, at }) => ({ key, revision, action, actor, at })),
    fileEntries(kind) {
      const one = followed.get(kind)
      if (!one) return []
      const { files, keyOf } = one.kind
      return files.map((original) => {
        const key = keyOf(original)
        const action = newest.get(`${kind}\0${key}`)?.action ?? 'reset'
        const current = one.entries.find((entry) => keyOf(entry) === key)
        return { key, original, current, isEdited: action !== 'reset' }
      })
    },
    drafts: (kind) => listDraftsOf(database(), kind),
    async draft(kind, key) {
      const row = await findDraft(database(), kind, key)
      return row && { data: row.data, savedAt: row.savedAt }
    },
    saveDraft: (kind, key, data, over) =>
      lockedWrite(kind, key, over, (db) => upsertDraft(db, { kind, key, data, savedAt: clock.now() })),
    dropDraft: (kind, key, over) => lockedWrite(kind, key, over, (db) => deleteDraft(db, kind, key)),
    async textsSince(time) {
      const files = [...followed.values()].map(({ kind }) => JSON.stringify(kind.files))
      return [...files, ...(await listDataSince(database(), time))]
    },
    stop: async () => endFollowing?.(),
  }
}

// Runs under the lock of all edits, so that nothing changes between the check and the write.
async function checkSeen(tx: Writing, kind: string, key: string, over: SeenEntry | undefined): Promise<void> {
  if (!over) return
  const [last] = await listEditsOf(tx, kind, key, 1)
  const draft = over.draft && (await findDraft(tx, kind, key))
  const isSame =
    last?.revision === over.revision && (!over.draft || draft?.savedAt.getTime() === over.draft.savedAt?.getTime())
  if (!isSame)
    throw new AppError(
      'conflict',
      'This was changed in another window. Copy any unsaved changes you want to keep, then reload the page: reloading discards them.',
    )
}

// Validated on writing, so that every row in the table can be shown.
function validate(one: Followed | undefined, key: string, data: unknown): unknown {
  if (!one) throw new Error('content edits need a registered content kind')
  const entry = one.kind.schema.parse(data)
  if (one.kind.keyOf(entry) !== key) throw new AppError('invalid-input', 'An entry’s address cannot be changed.')
  return entry
}

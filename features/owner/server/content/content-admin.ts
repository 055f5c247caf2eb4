import type { ContentEdits, SeenEntry } from '#platform/content-edits/content-edits.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { AuditLog } from '#features/owner/contract.ts'
import type { ContentAdminService, EntryTarget, EntryWrite, WriteOutcome } from '#features/owner/content-admin.ts'
import { findHiddenCharacters, problemsOf } from './entry-problems.ts'
import { createEntryReader } from './entry-reader.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { EntryField } from '#shared/entry-fields.ts'

type ContentAdminDeps = {
  edits: ContentEdits
  kinds: () => readonly EditableKind[]
  storage: Pick<Storage, 'stat'>
  auditLog: AuditLog
}

/**
 * Creates the service of the Content tab: all content types share the same actions, and each is recorded in the audit
 * log.
 */
export function createContentAdmin(deps: ContentAdminDeps): ContentAdminService {
  const service = createService(deps)
  // Without the database every method is rejected with `unavailable`, and the editor keeps the form.
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => [
      name,
      (...args: unknown[]) => withUnavailableError(() => (method as (...args: unknown[]) => Promise<unknown>)(...args)),
    ]),
  ) as ContentAdminService
}

function createService({ edits, kinds, storage, auditLog }: ContentAdminDeps): ContentAdminService {
  const reader = createEntryReader({ edits, kinds })
  const isStored = async (key: string) => (await storage.stat(key)) !== undefined

  const record = ({ kind, key, actor }: EntryTarget, action: string, detail = '') =>
    auditLog.record({ actor, action: `content.${action}`, subject: `${kind}:${key}`, detail })

  const write = async (
    at: EntryWrite,
    edit: { action: 'save'; data: unknown } | { action: 'remove' | 'reset' },
  ): Promise<WriteOutcome> => {
    try {
      await edits.write({ kind: at.kind, key: at.key, actor: at.actor, over: seenEntry(at), ...edit })
      return { ok: true }
    } catch (error) {
      if (isConflict(error)) return { ok: false, reason: 'conflict' }
      throw error
    }
  }

  const publish = async (at: EntryWrite, data: unknown): Promise<WriteOutcome> => {
    const kind = reader.kindOf(at.kind)
    const parsed = kind.schema.safeParse(withKey(kind, at.key, data))
    const problems = parsed.success ? await kind.problems(parsed.data, isStored) : problemsOf(parsed.error, kind.fields)
    const all = [...problems, ...findHiddenCharacters(data)]
    if (!parsed.success || all.length > 0) return { ok: false, reason: 'problems', problems: all }
    return write(at, { action: 'save', data: parsed.data })
  }

  const saveDraft: ContentAdminService['saveDraft'] = async ({ data, over, ...at }) => {
    const entry = await reader.get(at.kind, at.key)
    const seen = over && seenEntry(over)
    await edits.saveDraft(at.kind, at.key, withKey(reader.kindOf(at.kind), at.key, data), seen)
    await record(at, 'draft', entry.name)
  }

  return {
    overview: () => reader.overview(),
    find: (kind, key) => reader.find(kind, key),

    async create({ kind: name, name: typed, actor }) {
      const kind = reader.kindOf(name)
      if (!kind.adding) throw new AppError('not-found', 'Entries of this type cannot be added.')
      const title = typed.normalize('NFC').trim()
      const key = kind.adding.keyOf(title)
      if (!key || title.length > 80 || findHiddenCharacters(title).length > 0)
        return { ok: false, message: 'Enter a name with letters or digits, up to 80 characters.' }
      if (await reader.find(name, key))
        return { ok: false, message: `An entry with the web address ${key} already exists.` }
      await edits.saveDraft(name, key, kind.adding.blank(title))
      await record({ kind: name, key, actor }, 'begin', title)
      return { ok: true, key }
    },

    saveDraft,

    async fillDraft({ values, ...at }) {
      for (let tries = 1; ; tries += 1) {
        const entry = await reader.get(at.kind, at.key)
        const data = structuredClone(entry.draft?.data ?? entry.published ?? {}) as Record<string, unknown>
        for (const { path, value } of values) if (isPath(entry.fields, path)) setPath(data, path.split('.'), value)
        try {
          await saveDraft({ ...at, data, over: { ...entry, seenDraft: { savedAt: entry.draft?.savedAt } } })
          return
        } catch (error) {
          // Someone saved between reading and saving, so the values are added to the new version.
          if (!isConflict(error) || tries === maxTries) throw error
        }
      }
    },

    async discardDraft({ seenDraft, ...at }) {
      const entry = await reader.get(at.kind, at.key)
      const seen = seenDraft && seenEntry({ revision: entry.revision, seenDraft })
      await edits.dropDraft(at.kind, at.key, seen)
      await record(at, 'drop-draft', entry.name)
    },

    async publish({ data, ...at }) {
      await reader.get(at.kind, at.key)
      const outcome = await publish(at, data)
      if (outcome.ok) await record(at, 'publish')
      return outcome
    },

    async reset(at) {
      const entry = await reader.get(at.kind, at.key)
      if (!entry.original) throw new AppError('not-found', 'This entry has no files to reset to.')
      const outcome = await write(at, { action: 'reset' })
      if (outcome.ok) await record(at, 'reset', entry.name)
      return outcome
    },

    async remove(at) {
      const entry = await reader.get(at.kind, at.key)
      if (!entry.canRemove) throw new AppError('not-found', 'This entry cannot be removed.')
      const outcome = await write(at, { action: 'remove' })
      if (outcome.ok) await record(at, 'remove', entry.name)
      return outcome
    },

    async restore({ restored, ...at }) {
      await reader.get(at.kind, at.key)
      const found = (await edits.history(at.kind, at.key)).find(({ revision }) => revision === restored)
      if (!found || found.action === 'remove') throw new AppError('not-found', 'This version cannot be restored.')
      // An old version may refer to entries that no longer exist, so it is validated again.
      const outcome = found.action === 'reset' ? await write(at, { action: 'reset' }) : await publish(at, found.data)
      if (outcome.ok) await record(at, 'restore', `of ${formatTimestamp(found.at.toISOString())}`)
      return outcome
    },

    async preview(name, key) {
      const kind = reader.kindOf(name)
      const entry = await reader.get(name, key)
      const shown = entry.draft?.data ?? entry.published
      if (!shown)
        throw new AppError('invalid-input', 'This entry has no draft and is not published, so it cannot be previewed.')
      const parsed = kind.schema.safeParse(shown)
      if (!parsed.success) throw new AppError('invalid-input', 'The draft is incomplete, so it cannot be previewed.')
      return kind.over(parsed.data)
    },
  }
}

/** Maximum number of attempts to fill a draft while others save it. */
const maxTries = 5

const isConflict = (error: unknown) => isAppError(error) && error.code === 'conflict'

/** Returns the versions that the author of a change has seen, to be compared in the transaction. */
function seenEntry({ revision, seenDraft }: Pick<EntryWrite, 'revision' | 'seenDraft'>): SeenEntry {
  if (!seenDraft) return { revision }
  const { savedAt } = seenDraft
  return { revision, draft: { savedAt: savedAt === undefined ? undefined : new Date(savedAt) } }
}

// The key is part of the address, so no form can change it.
function withKey({ keyProperty }: EditableKind, key: string, data: unknown): unknown {
  return { ...(data as Record<string, unknown>), ...(keyProperty === undefined ? {} : { [keyProperty]: key }) }
}

/** Returns whether a path such as `videos.0.file` leads to one of these fields. */
function isPath(fields: readonly EntryField[], path: string): boolean {
  const [name, ...rest] = path.split('.')
  const field = fields.find((one) => one.name === name)
  if (!field) return false
  if (field.kind === 'group') return isPath(field.fields, rest.join('.'))
  if (field.kind === 'list') return isIndex(rest[0], field.max) && isPath(field.fields, rest.slice(1).join('.'))
  if (field.kind === 'lines') return rest.length === 1 && isIndex(rest[0], field.max)
  return rest.length === 0
}

/** Sets the value at a path that {@link isPath} has checked; missing parents are created. */
function setPath(entry: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) entry[name] = value
  else setPath((entry[name] ??= /^\d+$/.test(rest[0]!) ? [] : {}) as Record<string, unknown>, rest, value)
}

function isIndex(text: string | undefined, max: number): boolean {
  return text !== undefined && /^\d{1,3}$/.test(text) && Number(text) < max
}

import type { ContentEdits, ContentRevision } from '#platform/content-edits/content-edits.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { AppError } from '#shared/errors.ts'
import type {
  EditableEntry,
  EntryRevision,
  EntryState,
  EntrySummary,
  KindOverview,
  EntryChange,
} from '#features/owner/content-admin.ts'
import type { EntryField } from '#shared/entry-fields.ts'
import { sliceWhole } from '#shared/cut-text.ts'

/** Characters shown on each side of a difference. */
const context = 48
/** Maximum length of an excerpt. */
const maxExcerptLength = 320

type Entry = Record<string, unknown>

/**
 * Lists the differences between two versions of an entry in the order of the form.
 *
 * @param before Undefined for a new entry.
 */
function changesBetween(fields: readonly EntryField[], before: unknown, after: unknown, prefix = ''): EntryChange[] {
  const [old, now] = [(before ?? {}) as Entry, (after ?? {}) as Entry]
  return fields.flatMap((field) => {
    const label = prefix ? `${prefix}: ${field.label}` : field.label
    if (field.kind === 'group') return changesBetween(field.fields, old[field.name], now[field.name], label)
    if (field.kind === 'file') return changedFile(label, old[field.name], now[field.name])
    if (field.kind !== 'list')
      return changed(label, displayText(field, old[field.name]), displayText(field, now[field.name]))
    const [ones, others] = [asList(old[field.name]), asList(now[field.name])]
    return Array.from({ length: Math.max(ones.length, others.length) }, (_, index) =>
      changesBetween(field.fields, ones[index], others[index], `${field.itemLabel} ${index + 1}`),
    ).flat()
  })
}

function changed(label: string, before: string, after: string): EntryChange[] {
  return before === after ? [] : [{ label, ...excerptsOf(before, after) }]
}

/** An upload has a generated name that tells nothing; a link does. */
function changedFile(label: string, before: unknown, after: unknown): EntryChange[] {
  if ((before ?? '') === (after ?? '')) return []
  const display = (value: unknown, upload: string) =>
    typeof value !== 'string' || value === '' ? '' : value.startsWith('https:') ? value : upload
  return [{ label, before: display(before, 'Previous file'), after: display(after, 'New file') }]
}

function displayText(field: EntryField, value: unknown): string {
  if (field.kind === 'switch') return value === undefined ? '' : value ? 'yes' : 'no'
  const labels = new Map(Object.entries(('optionLabels' in field && field.optionLabels) || {}))
  return (Array.isArray(value) ? value : [value])
    .map((one) => (typeof one === 'string' || typeof one === 'number' ? (labels.get(String(one)) ?? String(one)) : ''))
    .join('\n')
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

// Drops the common beginning and end, except for some context.
function excerptsOf(before: string, after: string): { before: string; after: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const cut = (text: string) => {
    const from = start > 2 * context ? start - context : 0
    const to = end > 2 * context ? text.length - end + context : text.length
    const until = Math.min(to, from + maxExcerptLength)
    return `${from > 0 ? '…' : ''}${sliceWhole(text, from, until)}${until < text.length ? '…' : ''}`
  }
  return { before: cut(before), after: cut(after) }
}

type Draft = { key: string; data: unknown; savedAt: Date }

/** Creates the reader of entries with their published version, draft and history. */
export function createEntryReader({ edits, kinds }: { edits: ContentEdits; kinds: () => readonly EditableKind[] }) {
  const kindOf = (name: string): EditableKind => {
    const kind = kinds().find((one) => one.kind === name)
    if (!kind) throw new AppError('not-found', 'This type of entry does not exist.')
    return kind
  }

  const summaries = (kind: EditableKind, drafts: readonly Draft[]): EntrySummary[] => {
    const newest = new Map(edits.newest(kind.kind).map((edit) => [edit.key, edit]))
    const shown = new Map(kind.list().map((one) => [one.key, one]))
    const keys = new Set([...shown.keys(), ...newest.keys(), ...drafts.map(({ key }) => key)])
    return [...keys].flatMap((key) => {
      const edit = newest.get(key)
      const draft = drafts.find((one) => one.key === key)
      const isShown = shown.has(key)
      // An entry that was added and reset, or whose edit no longer fits the schema, counts as removed and can be
      // restored.
      const state: EntryState = isShown ? stateOf(edit?.action, originOf(kind, key)) : edit ? 'removed' : 'new'
      const entry = shown.get(key)?.entry as { image?: string } | undefined
      const showsArtwork = kind.place === 'artwork' && !entry?.image
      return {
        key,
        name: shown.get(key)?.name ?? nameIn(draft?.data) ?? nameIn(kind.original(key)) ?? key,
        // A place that was published without an image still shows its artwork.
        state: isShown && showsArtwork ? 'artwork' : state,
        ...(edit ? { edited: { at: edit.at.toISOString(), actor: edit.actor } } : {}),
        ...(draft ? { draftAt: draft.savedAt.toISOString() } : {}),
      }
    })
  }

  const find = async (name: string, key: string): Promise<EditableEntry | undefined> => {
    const kind = kinds().find((one) => one.kind === name)
    if (!kind) return undefined
    const draft = await edits.draft(name, key)
    const summary = summaries(kind, draft ? [{ key, ...draft }] : []).find((one) => one.key === key)
    if (!summary) return undefined
    const [history, original] = [await edits.history(name, key), kind.original(key)]
    // Revision of the version that is shown. The history may contain a newer one of another process, and a change based
    // on the old version must conflict with it.
    const revision = edits.newest(name).find((one) => one.key === key)?.revision
    const shown = kind.list().find((one) => one.key === key)?.entry
    return {
      ...summary,
      kind: kind.kind,
      singular: kind.singular,
      plural: kind.plural,
      fields: kind.fields,
      revision,
      published: shown,
      draft: draft && { data: draft.data, savedAt: draft.savedAt.toISOString() },
      draftChanges: draft ? changesBetween(kind.fields, shown, draft.data) : [],
      isPreviewable: kind.schema.safeParse(draft?.data ?? shown).success,
      pages: kind.pages(key),
      history: history.map((revision, index) =>
        revisionOf(kind, revision, before(history[index + 1], original), original),
      ),
      canRemove: kind.adding !== undefined && shown !== undefined,
      original: originOf(kind, key),
    }
  }

  return {
    kindOf,
    find,
    /** Returns an entry. @throws AppError `not-found`. */
    async get(name: string, key: string): Promise<EditableEntry> {
      const entry = await find(name, key)
      if (!entry) throw new AppError('not-found', 'This entry does not exist.')
      return entry
    },
    async overview(): Promise<KindOverview[]> {
      const all = await Promise.all(kinds().map((kind) => edits.drafts(kind.kind)))
      return kinds().map((kind, index) => ({
        kind: kind.kind,
        singular: kind.singular,
        plural: kind.plural,
        nameHint: kind.adding?.nameHint,
        entries: summaries(kind, all[index]!),
      }))
    },
  }
}

function originOf({ original, place }: EditableKind, key: string): EditableEntry['original'] {
  return original(key) === undefined ? undefined : (place ?? 'files')
}

function stateOf(action: ContentRevision['action'] | undefined, origin: EditableEntry['original']): EntryState {
  if (!origin) return 'added'
  return action === 'save' ? 'edited' : origin
}

// Returns the version of an entry before an edit, which is the result of the previous edit.
function before(earlier: ContentRevision | undefined, original: unknown): unknown {
  if (!earlier || earlier.action === 'reset') return original
  return earlier.action === 'save' ? earlier.data : undefined
}

function revisionOf(
  kind: EditableKind,
  { revision, action, data, actor, at }: ContentRevision,
  previous: unknown,
  original: unknown,
): EntryRevision {
  const current = action === 'save' ? data : action === 'reset' ? original : undefined
  return {
    revision,
    action,
    actor,
    at: at.toISOString(),
    changes: action === 'remove' ? [] : changesBetween(kind.fields, previous, current),
    canRestore: action === 'save' || (action === 'reset' && original !== undefined),
  }
}

function nameIn(entry: unknown): string | undefined {
  const { name, title } = (entry ?? {}) as { name?: unknown; title?: unknown }
  return typeof name === 'string' ? name : typeof title === 'string' ? title : undefined
}

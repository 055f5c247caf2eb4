/* Types of the Content tab: catalogue entries with their drafts and history. */
import type { EntryField, EntryProblem } from '#shared/entry-fields.ts'
import type { Services } from '#shared/services.ts'

/**
 * Origin of the published entry. `artwork`: an entry that exists only as generated artwork; `new`: a draft that has
 * never been published.
 */
export type EntryState = 'files' | 'artwork' | 'edited' | 'added' | 'removed' | 'new'

/** Row of the entry list. Timestamps are ISO 8601. */
export type EntrySummary = {
  key: string
  name: string
  state: EntryState
  edited?: { at: string; actor: string }
  draftAt?: string
}

/**
 * Content type and its entries in the order of the site; removed entries come last. `nameHint` says what the name of a
 * new entry decides; undefined if entries cannot be added.
 */
export type KindOverview = {
  kind: string
  singular: string
  plural: string
  nameHint: string | undefined
  entries: EntrySummary[]
}

/** Changed property in readable form. Long texts are cut to the difference. */
export type EntryChange = { label: string; before: string; after: string }

/** Edit in the history. `canRestore` is set if it contains an entry that can be published again. */
export type EntryRevision = {
  revision: number
  action: 'save' | 'remove' | 'reset'
  actor: string
  at: string
  changes: EntryChange[]
  canRestore: boolean
}

/** Entry with everything its editor shows. */
export type EditableEntry = EntrySummary & {
  kind: string
  singular: string
  plural: string
  fields: readonly EntryField[]
  /** Revision of the newest edit, undefined if there is none. A write must name it. */
  revision: number | undefined
  /** Published entry; undefined if there is none. */
  published: unknown
  draft: { data: unknown; savedAt: string } | undefined
  /** Differences between the draft and the published entry. */
  draftChanges: EntryChange[]
  /** True when the draft, or else the published entry, is complete enough to be previewed. */
  isPreviewable: boolean
  pages: readonly { path: string; label: string }[]
  history: EntryRevision[]
  canRemove: boolean
  /** Origin that a reset shows again; undefined for an entry that the owner added. */
  original: 'files' | 'artwork' | undefined
}

/** Entry and the person who changes it. */
export type EntryTarget = { kind: string; key: string; actor: string }

/**
 * Change of the published entry, which deletes its draft. `revision` is the newest edit that its author has seen,
 * `seenDraft` the draft; without it, drafts are not compared. An undefined `savedAt` means no draft.
 */
export type EntryWrite = EntryTarget & {
  revision: number | undefined
  seenDraft?: { savedAt: string | undefined }
}

/** Outcome of a write; nothing is changed unless it is `ok`. `conflict`: the entry was edited by someone else. */
export type WriteOutcome =
  | { ok: true }
  | { ok: false; reason: 'problems'; problems: EntryProblem[] }
  | { ok: false; reason: 'conflict' }

/**
 * Edits catalogue entries.
 *
 * @throws AppError `not-found` for an unknown entry or content type, from all methods except `find`.
 */
export type ContentAdminService = {
  overview(): Promise<KindOverview[]>
  /** Returns an entry or a draft of one; undefined if there is neither. */
  find(kind: string, key: string): Promise<EditableEntry | undefined>
  /**
   * Creates the draft of a new entry. Its address is derived from the name and never changes. @returns The key, or an
   * error message.
   */
  create(request: {
    kind: string
    name: string
    actor: string
  }): Promise<{ ok: true; key: string } | { ok: false; message: string }>
  /**
   * Saves a draft without validating it. Visitors cannot see it.
   *
   * @param request.over The entry as it was read; without it, any draft is replaced.
   * @throws AppError `conflict` if the entry or its draft has changed since.
   */
  saveDraft(
    request: EntryTarget & {
      data: Record<string, unknown>
      over?: Required<Pick<EntryWrite, 'revision' | 'seenDraft'>>
    },
  ): Promise<void>
  /**
   * Sets single values of the draft, which starts as a copy of the published entry. `path` as in {@link EntryProblem}.
   * Concurrent edits of others are preserved.
   */
  fillDraft(request: EntryTarget & { values: { path: string; value: unknown }[] }): Promise<void>
  /** @throws AppError `conflict` if the draft is not the one that its author has seen. */
  discardDraft(request: EntryTarget & Partial<Pick<EntryWrite, 'seenDraft'>>): Promise<void>
  publish(request: EntryWrite & { data: Record<string, unknown> }): Promise<WriteOutcome>
  /** Resets an entry to its original. */
  reset(request: EntryWrite): Promise<WriteOutcome>
  remove(request: EntryWrite): Promise<WriteOutcome>
  /** Publishes an earlier version again. */
  restore(request: EntryWrite & { restored: number }): Promise<WriteOutcome>
  /**
   * Returns the services of the features as if the draft were published.
   *
   * @throws AppError `invalid-input` if the draft is incomplete, or a removed entry has none.
   */
  preview(kind: string, key: string): Promise<Partial<Services>>
}

declare module '#shared/services.ts' {
  interface Services {
    contentAdmin: ContentAdminService
  }
}

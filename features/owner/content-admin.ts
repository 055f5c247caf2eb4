/* What the desk's Content tab asks the server: entries of the catalogue with their drafts and their history. */
import type { EntryField, EntryProblem } from '#shared/entry-fields.ts'
import type { Services } from '#shared/services.ts'

/** Where what is shown of an entry comes from. `new` is a draft of an entry nobody has published yet. */
export type EntryState = 'files' | 'edited' | 'added' | 'removed' | 'new'

/** One line of the list; moments are ISO. */
export type EntrySummary = {
  key: string
  name: string
  state: EntryState
  edited?: { at: string; actor: string }
  draftAt?: string
}

/** One kind and its entries, in the order they are shown on the site; what was removed comes last. */
export type KindOverview = { kind: string; singular: string; plural: string; canAdd: boolean; entries: EntrySummary[] }

/** One property that changed, as people read it; a long text is cut to what is different. */
export type EntryChange = { label: string; before: string; after: string }

/** One edit as the history tells it. `canRestore` where it holds words that can be brought back. */
export type EntryRevision = {
  revision: number
  action: 'save' | 'remove' | 'reset'
  actor: string
  at: string
  changes: EntryChange[]
  canRestore: boolean
}

/** An entry with all that its editor shows. */
export type EditableEntry = EntrySummary & {
  kind: string
  singular: string
  plural: string
  fields: readonly EntryField[]
  /** The newest edit, undefined when there is none: what a writer must have seen to write. */
  revision: number | undefined
  /** What visitors see; undefined where they see nothing. */
  published: unknown
  draft: { data: unknown; savedAt: string } | undefined
  /** What the draft changes of what is shown. */
  draftChanges: EntryChange[]
  /** Whether draft, or what is shown, is whole enough to be seen as a page. */
  isPreviewable: boolean
  pages: readonly { path: string; label: string }[]
  history: EntryRevision[]
  canRemove: boolean
  hasFiles: boolean
}

/** Which entry, and who is at it. */
export type EntryTarget = { kind: string; key: string; actor: string }

/** An act on what visitors see; `revision` is the newest edit its writer has seen. */
export type EntryWrite = EntryTarget & { revision: number | undefined }

/** What came of it: done, or nothing was changed. `conflict`: somebody else edited the entry since. */
export type WriteOutcome =
  | { ok: true }
  | { ok: false; reason: 'problems'; problems: EntryProblem[] }
  | { ok: false; reason: 'conflict' }

/**
 * Edits of the catalogue.
 *
 * @throws AppError `not-found` for an entry or a kind that is not there, everywhere but in
 * `find`.
 */
export type ContentAdminService = {
  overview(): Promise<KindOverview[]>
  /** @returns undefined when there is no such entry and no draft of one. */
  find(kind: string, key: string): Promise<EditableEntry | undefined>
  /** Begins an entry by its name; its address is made from it and never changes. @returns the key, or why not. */
  create(request: {
    kind: string
    name: string
    actor: string
  }): Promise<{ ok: true; key: string } | { ok: false; message: string }>
  /** Keeps what is being written, whatever it is; visitors see nothing of it. */
  saveDraft(request: EntryTarget & { data: Record<string, unknown> }): Promise<void>
  /** Puts single values into what is being written, beginning with what is shown; `path` as in {@link EntryProblem}. */
  fillDraft(request: EntryTarget & { values: { path: string; value: unknown }[] }): Promise<void>
  discardDraft(request: EntryTarget): Promise<void>
  publish(request: EntryWrite & { data: Record<string, unknown> }): Promise<WriteOutcome>
  /** Back to what the files say. */
  reset(request: EntryWrite): Promise<WriteOutcome>
  remove(request: EntryWrite): Promise<WriteOutcome>
  /** Publishes once more what an earlier edit said. */
  restore(request: EntryWrite & { restored: number }): Promise<WriteOutcome>
  /**
   * The rooms' services as they would be with the draft published.
   *
   * @throws AppError `invalid-input` while the draft is
   * not whole.
   */
  preview(kind: string, key: string): Promise<Partial<Services>>
}

declare module '#shared/services.ts' {
  interface Services {
    contentAdmin: ContentAdminService
  }
}

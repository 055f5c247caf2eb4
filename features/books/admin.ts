/*
 * Books admin: editing the library. Owns drafts, publishing, history, library order and uploads. Does not own the
 * owner's identity (owner) or the pages of a PDF (reader).
 */
import type { Book } from './contract.ts'

/** A recording received on the local disk: a received file of the storage. */
export type ReceivedRecording = { path: string; bytes: number; sha256: string; discard(): Promise<void> }

/** One row of the book list; `position` counts from 1 in library order. */
export type BookRow = Pick<
  Book,
  'id' | 'title' | 'subtitle' | 'author' | 'category' | 'priceCents' | 'isFree' | 'coverImage' | 'coverAlt' | 'pages'
> & {
  position: number
  isPublished: boolean
  /** True if there are changes that visitors do not see yet. */
  hasDraft: boolean
  chapters: number
}

/** A page of the book list, up to 50 books. */
export type BookList = { books: BookRow[]; page: number; pageCount: number; found: number; total: number }

/** Editor fields as typed. Lists are in display order. */
export type BookForm = {
  title: string
  subtitle: string
  description: string
  author: string
  category: string
  /** Dollars and cents, `9.99`. */
  price: string
  isFree: boolean
  previewPages: string
  published: string
  /** An https address, or the address of the uploaded cover. */
  coverImage: string
  coverAlt: string
  excerpt: string
  /** Art direction of the generated cover; all parts are empty for the default. */
  artwork: { material: string; ground: string; ink: string; density: string; frame: string }
  /** One chapter title per line. */
  contents: string
  /** Edition of an uploaded PDF; empty means the current one. */
  edition: string
  readBy: string
  quality: string
  /** File name of the audio preview on the landing page; empty for none. */
  previewFile: string
  chapters: { title: string; file: string; firstPage: string }[]
}

/** Validation errors of a form, one sentence per field. Chapters are named `chapter-0`, `chapter-1` … */
export type BookErrors = Record<string, string>

/** One revision in a book's history, newest first. `title` says what happened if the revision holds no book. */
export type BookRevision = {
  revision: number
  status: string
  actor: string
  at: string
  title: string
  canRestore: boolean
}

/** A book in the editor. `book` is the draft if there is one, otherwise the catalogue entry. */
export type EditedBook = {
  book: Book
  isPublished: boolean
  /** Time when the draft was saved, ISO; undefined without a draft. */
  draftSavedAt: string | undefined
  /** Version the editor loaded; sent back with every change, so that two windows cannot overwrite each other. */
  version: string
  /** True if the book was never published and is not in the content folder, so that it can be deleted. */
  canRemove: boolean
  revisions: BookRevision[]
}

/** Context of a change: its author, and the version they saw (`EditedBook.version`). */
export type EditContext = { actor: string; seenVersion: string }

/**
 * An uploaded PDF. `repair` describes how the stored file differs from the uploaded one: unlocked, or rewritten with a
 * valid structure.
 */
export type UploadedPdf = { edition: string; pages: number; repair?: 'unlocked' | 'rewritten' | undefined }
/** A draft created from a PDF. */
export type ImportedBook = { id: string; title: string; pages: number }

/** An uploaded recording. */
export type UploadedRecording = {
  file: string
  durationSeconds: number
  /** A sentence about audible damage; undefined when there is none. */
  warning?: string | undefined
}
/** An uploaded cover: the value for `coverImage`. */
export type UploadedCover = { coverImage: string }

/**
 * Service of the books admin. Every change throws AppError `conflict` when the book was changed in another window,
 * `not-found` or `unavailable`. Uploads are local files that the caller deletes; unusable ones throw `invalid-input`
 * or `too-large`, with a sentence for the owner.
 */
export type BooksAdminService = {
  list(query: string, page: number): Promise<BookList>
  /** Proposes the id of a new book with this title, with a number appended if the id is taken. */
  proposeId(title: string): string
  /** Creates a draft. @returns its id. @throws AppError `invalid-input`, `conflict` for an id in use. */
  create(book: { title: string; id: string }, actor: string): Promise<string>
  find(id: string): Promise<EditedBook | undefined>
  /** Saves the form as a draft, or publishes it. @returns validation errors; undefined on success. */
  save(id: string, form: BookForm, how: 'draft' | 'publish', context: EditContext): Promise<BookErrors | undefined>
  /** Removes a book from the library. Buyers keep access. */
  unpublish(id: string, context: EditContext): Promise<void>
  /** Discards the draft. */
  discard(id: string, context: EditContext): Promise<void>
  /** Restores an earlier revision as a draft. */
  restore(id: string, revision: number, context: EditContext): Promise<void>
  /** Deletes a draft that was never published. */
  remove(id: string, context: EditContext): Promise<void>
  /** Moves a book in the library. @param place New position, from 1; values beyond either end are clamped. */
  move(id: string, place: number, actor: string): Promise<void>
  /**
   * Creates a draft from a PDF, with the title and author from the file's metadata; without a title, it is named after
   * the file. A rejected file leaves no draft.
   */
  importBook(path: string, fileName: string, actor: string): Promise<ImportedBook>
  importPdf(id: string, path: string, actor: string): Promise<UploadedPdf>
  importCover(id: string, path: string, actor: string): Promise<UploadedCover>
  importRecording(id: string, file: ReceivedRecording, actor: string): Promise<UploadedRecording>
  /** Adds uploaded files to the draft, for browsers without JavaScript. */
  patchDraft(
    id: string,
    patch: {
      pdf?: UploadedPdf
      author?: string
      cover?: UploadedCover
      recording?: UploadedRecording & { place: number | 'preview' }
    },
  ): Promise<void>
  /** Returns a thumbnail of a page, published or not. @throws AppError `not-found`. */
  draftPage(id: string, edition: string, page: number): Promise<Uint8Array>
}

declare module '#shared/services.ts' {
  interface Services {
    booksAdmin: BooksAdminService
  }
}

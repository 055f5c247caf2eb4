/*
 * Books admin: editing the library. Owns drafts, publishing, history, library order and uploads. Does not own the
 * owner's identity (owner) or the pages of a PDF (reader).
 */
import type { Book } from './contract.ts'

/** One row of the book list; `position` counts from 1 in library order. */
export type BookRow = Pick<
  Book,
  'id' | 'title' | 'subtitle' | 'author' | 'category' | 'priceCents' | 'isFree' | 'coverImage' | 'coverAlt' | 'pages'
> & {
  position: number
  isPublished: boolean
  /** Something is written that visitors do not see yet. */
  hasDraft: boolean
  chapters: number
}

/** A page of the book list, up to 50 books. */
export type BookList = { books: BookRow[]; page: number; pageCount: number; found: number; total: number }

/** The fields of the editor as they are typed. Lists are in the order shown. */
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
  /** An https address, or the cover that was uploaded. */
  coverImage: string
  coverAlt: string
  excerpt: string
  /** One chapter title a line. */
  contents: string
  /** The PDF that was uploaded, by its edition; empty for the one that is there. */
  edition: string
  readBy: string
  quality: string
  /** The recording the landing page plays; empty for none. */
  previewFile: string
  chapters: { title: string; file: string; firstPage: string }[]
}

/** Validation errors of a form, one sentence per field. Chapters are named `chapter-0`, `chapter-1` … */
export type BookErrors = Record<string, string>

/** One revision in a book's history, newest first. `isShown` marks the version visitors see now. */
export type BookRevision = {
  revision: number
  status: string
  actor: string
  at: string
  title: string
  canRestore: boolean
}

/** A book on the owner's table. `book` is the draft where there is one, otherwise what is in the catalogue. */
export type EditedBook = {
  book: Book
  isPublished: boolean
  /** When the draft was saved, ISO; undefined while there is none. */
  draftSavedAt: string | undefined
  /** Version the editor loaded; sent back with every change, so that two windows cannot overwrite each other. */
  version: string
  /** It never was published and is not in the content folder: it may go for good. */
  canRemove: boolean
  revisions: BookRevision[]
}

/** Context of a change: who makes it, and the version they saw (`EditedBook.version`). */
export type EditContext = { actor: string; seenVersion: string }

/**
 * An uploaded PDF. `repair` says how the stored file differs from the uploaded one: unlocked, or rewritten with a
 * sound structure.
 */
export type UploadedPdf = { edition: string; pages: number; repair?: 'unlocked' | 'rewritten' | undefined }
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
 * Every act throws AppError `conflict` when the book was changed in another window, `not-found`, `unavailable`. Uploads
 * are files on this machine that the caller takes away again; what is wrong with one is `invalid-input` or `too-large`,
 * with a sentence for the owner.
 */
export type BooksAdminService = {
  list(query: string, page: number): Promise<BookList>
  /** Proposes the id of a new book with this title, with a number appended if the id is taken. */
  proposeId(title: string): string
  /** Begins a draft. @returns its id. @throws AppError `invalid-input`, `conflict` for an id that is taken. */
  create(book: { title: string; id: string }, actor: string): Promise<string>
  find(id: string): Promise<EditedBook | undefined>
  /** Saves the form as a draft, or publishes it. @returns validation errors; undefined on success. */
  save(id: string, form: BookForm, how: 'draft' | 'publish', act: EditContext): Promise<BookErrors | undefined>
  /** Removes a book from the library. Buyers keep access. */
  unpublish(id: string, act: EditContext): Promise<void>
  /** Forgets what is not shown yet. */
  discard(id: string, act: EditContext): Promise<void>
  /** Puts an earlier state on the table as a draft. */
  restore(id: string, revision: number, act: EditContext): Promise<void>
  /** Takes a draft away that was never published. */
  remove(id: string, act: EditContext): Promise<void>
  /** Moves a book in the library. @param place New position, from 1; values beyond either end are clamped. */
  move(id: string, place: number, actor: string): Promise<void>
  importPdf(id: string, path: string, actor: string): Promise<UploadedPdf>
  importCover(id: string, path: string, actor: string): Promise<UploadedCover>
  importRecording(id: string, path: string, actor: string): Promise<UploadedRecording>
  /** Adds uploaded files to the draft, for browsers without JavaScript. */
  patchDraft(
    id: string,
    patch: { pdf?: UploadedPdf; cover?: UploadedCover; recording?: UploadedRecording & { place: number | 'preview' } },
  ): Promise<void>
  /** A page of a PDF of the book, small, shown or not. @throws AppError `not-found`. */
  draftPage(id: string, edition: string, page: number): Promise<Uint8Array>
}

declare module '#shared/services.ts' {
  interface Services {
    booksAdmin: BooksAdminService
  }
}

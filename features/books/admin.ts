/*
 * The library as the owner works on it: what is in it, what is being written, and the files that belong to it. Owns:
 * drafts, publishing, history, the library's order, uploads. Does not own: who the owner is (owner), the pages of a PDF
 * (reader).
 */
import type { Book } from './contract.ts'

/** One line of the list; `place` counts from 1 in the order of the library. */
export type BookLine = Pick<
  Book,
  'id' | 'title' | 'subtitle' | 'author' | 'category' | 'priceCents' | 'isFree' | 'coverImage' | 'coverAlt' | 'pages'
> & {
  place: number
  isPublished: boolean
  /** Something is written that visitors do not see yet. */
  hasDraft: boolean
  chapters: number
}

/** A page of the list: 50 books at most. */
export type BookList = { books: BookLine[]; page: number; pageCount: number; found: number; total: number }

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

/** What is wrong with a form, a sentence each. Chapters are named `chapter-0`, `chapter-1` … */
export type BookProblems = Record<string, string>

/** One step of a book's history, the newest first. `isShown` marks what visitors see now. */
export type BookStep = { revision: number; act: string; actor: string; at: string; title: string; canRestore: boolean }

/** A book on the owner's table. `book` is the draft where there is one, otherwise what is in the catalogue. */
export type EditedBook = {
  book: Book
  isPublished: boolean
  /** When the draft was saved, ISO; undefined while there is none. */
  draftSavedAt: string | undefined
  /** Names what was seen; sent back with every act, so that two windows cannot overwrite each other. */
  seen: string
  /** It never was published and is not in the content folder: it may go for good. */
  canRemove: boolean
  steps: BookStep[]
}

/** An act of the owner: who, and what they saw (`EditedBook.seen`). */
export type BookAct = { actor: string; seen: string }

/**
 * A PDF that was taken in. `mended` when it is kept in another writing than it came in: without its lock, or with a
 * sound structure.
 */
export type TakenPdf = { edition: string; pages: number; mended?: 'unlocked' | 'rewritten' | undefined }
/** A recording that was taken in. */
export type TakenRecording = {
  file: string
  durationSeconds: number
  /** A sentence about damage that can be heard; undefined when there is none. */
  warning?: string | undefined
}
/** A cover that was taken in: what goes into `coverImage`. */
export type TakenCover = { coverImage: string }

/**
 * Every act throws AppError `conflict` when the book was changed in another window, `not-found`, `unavailable`. Uploads
 * are files on this machine that the caller takes away again; what is wrong with one is `invalid-input` or `too-large`,
 * with a sentence for the owner.
 */
export type BooksDeskService = {
  list(words: string, page: number): Promise<BookList>
  /** Where a new book of this title would be: its id, made free by a number where it is taken. */
  proposeId(title: string): string
  /** Begins a draft. @returns its id. @throws AppError `invalid-input`, `conflict` for an id that is taken. */
  create(book: { title: string; id: string }, actor: string): Promise<string>
  find(id: string): Promise<EditedBook | undefined>
  /** Keeps what was typed without showing it, or shows it. @returns what is wrong; undefined when it was done. */
  save(id: string, form: BookForm, how: 'draft' | 'publish', act: BookAct): Promise<BookProblems | undefined>
  /** Takes a book out of the library. Who bought it keeps it. */
  unpublish(id: string, act: BookAct): Promise<void>
  /** Forgets what is not shown yet. */
  discard(id: string, act: BookAct): Promise<void>
  /** Puts an earlier state on the table as a draft. */
  restore(id: string, revision: number, act: BookAct): Promise<void>
  /** Takes a draft away that was never published. */
  remove(id: string, act: BookAct): Promise<void>
  /** Moves a book in the library. @param place Where it comes to stand, 1 first; beyond the ends counts as the end. */
  move(id: string, place: number, actor: string): Promise<void>
  takePdf(id: string, path: string, actor: string): Promise<TakenPdf>
  takeCover(id: string, path: string, actor: string): Promise<TakenCover>
  takeRecording(id: string, path: string, actor: string): Promise<TakenRecording>
  /** Puts what was uploaded into the draft, for who works without script. */
  patchDraft(
    id: string,
    patch: { pdf?: TakenPdf; cover?: TakenCover; recording?: TakenRecording & { place: number | 'preview' } },
  ): Promise<void>
  /** A page of a PDF of the book, small, shown or not. @throws AppError `not-found`. */
  draftPage(id: string, edition: string, page: number): Promise<Uint8Array>
}

declare module '#shared/services.ts' {
  interface Services {
    booksDesk: BooksDeskService
  }
}

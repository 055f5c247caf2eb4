import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '#platform/clock.ts'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import type { RecordingAnalysis } from '#platform/recordings/analysis.ts'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { slugSchema } from '#shared/contract.ts'
import { countOf } from '#shared/count-of.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { countCharacters, cutText } from '#shared/cut-text.ts'
import { slugOf } from '#shared/slug.ts'
import { type Book, bookEntrySchema, isStoredRecording, maxLengths } from '#features/books/contract.ts'
import type { BookForm, BooksAdminService, BookRevision, UploadedPdf } from '#features/books/admin.ts'
import type { AuditLog } from '#features/owner/contract.ts'
import type { BooksCatalogue } from '../catalogue.ts'
import { storedAnalysisKey } from '../recordings.ts'
import { type KnownFiles, readBookForm } from './book-form.ts'
import { type BookVersion, checkVersion, readState, expectedEntry, formatVersion } from './book-version.ts'
import { listBooks } from './list-books.ts'
import { blankBook, titleOfPdf } from './new-book.ts'
import { importCover } from './import-cover.ts'
import { importRecording } from './import-recording.ts'

/** Dependencies on the reader's editions, which are named by 16 hex characters. */
export type PdfEditions = {
  /** Reads title and author of a PDF. @throws AppError with a sentence for the owner. */
  describe(pdf: Uint8Array): Promise<{ title: string; author: string }>
  /** Checks and stores an unpublished PDF. @throws AppError with a sentence for the owner. */
  prepare(bookId: string, pdf: Uint8Array): Promise<{ name: string; pageCount: number; repair: UploadedPdf['repair'] }>
  /** @returns undefined for an unknown edition. */
  find(bookId: string, edition: string): Promise<{ name: string; pageCount: number } | undefined>
  /** Returns a page thumbnail. @throws AppError `not-found`. */
  page(bookId: string, edition: string, page: number): Promise<Uint8Array>
}

export type BooksAdminDeps = {
  books: BooksCatalogue
  edits: ContentEdits
  pdfs: PdfEditions
  storage: Storage
  readRecording: ReadRecording
  analyseRecording: AnalyseRecording
  auditLog: AuditLog
  clock: Clock
}

/** Creates the books admin service. */
export function createBooksAdmin(deps: BooksAdminDeps): BooksAdminService {
  const { books, edits, pdfs, storage, auditLog, clock } = deps
  const findEntry = (id: string) => books.find(id) ?? books.findUnlisted(id)
  const requireBook = (id: string) => {
    const entry = findEntry(id)
    if (!entry) throw new AppError('not-found', 'Book not found.')
    return entry
  }
  const record = (actor: string, action: string, id: string, detail = '') =>
    auditLog.record({ actor, action: `book.${action}`, subject: `book:${id}`, detail })

  const writeBook = (book: Book, actor: string, version: BookVersion, options: { preservesDraft?: true } = {}) =>
    edits.write({
      kind: 'book',
      key: book.id,
      action: 'save',
      data: plain(book),
      actor,
      over: expectedEntry(version),
      ...options,
    })
  const draftOf = (data: unknown): Book | undefined => {
    const parsed = bookEntrySchema.safeParse(data)
    return parsed.success ? parsed.data : undefined
  }
  const loadDraft = async (id: string) => {
    const entry = requireBook(id)
    const state = await readState(edits, id)
    return { entry, ...state, book: (state.draft && draftOf(state.draft.data)) ?? entry }
  }
  const filesFor = async (form: BookForm, base: Book, entry: Book): Promise<KnownFiles> => {
    const files = [form.previewFile, ...form.chapters.map(({ file }) => file)].filter(Boolean)
    const seconds = new Map([...secondsIn(base), ...secondsIn(entry)])
    for (const file of files.filter(isStoredRecording)) {
      const stored = await buffer(await storage.open(storedAnalysisKey(base.id, file))).catch(() => undefined)
      if (stored) seconds.set(file, (JSON.parse(stored.toString()) as RecordingAnalysis).durationSeconds)
    }
    const edition = form.edition === '' ? undefined : await pdfs.find(base.id, form.edition)
    return {
      secondsOf: (file) => seconds.get(file),
      pagesOf: (name) => (edition?.name === name ? edition.pageCount : undefined),
    }
  }

  return {
    async list(query, page) {
      const drafts = await edits.drafts('book')
      return listBooks(books, new Map(drafts.map(({ key, data }) => [key, draftOf(data)])), query, page)
    },
    proposeId(title) {
      const proposed = slugOf(title)
      const slug = proposed === '' || proposed === 'new' ? 'book' : proposed
      for (let number = 1; ; number += 1) {
        const id = number === 1 ? slug : `${slug}-${number}`
        if (!findEntry(id)) return id
      }
    },
    async create({ title, id }, actor) {
      const name = title.trim()
      if (name === '') throw new AppError('invalid-input', 'Enter a title. You can change it later.')
      if (countCharacters(name) > maxLengths.title)
        throw new AppError('invalid-input', `A title can have up to ${maxLengths.title} characters.`)
      const slug = id.trim() === '' ? this.proposeId(name) : id.trim()
      // The admin uses this path for new books.
      if (slug === 'new' || !slugSchema.max(60).safeParse(slug).success) {
        throw new AppError(
          'invalid-input',
          'Use lowercase letters, digits and single hyphens in the web address, up to 60 characters.',
        )
      }
      const { history, version } = await readState(edits, slug)
      // Only drafts that were never published can be removed, which frees their address.
      if (findEntry(slug) || (history[0] && history[0].action !== 'remove'))
        throw new AppError('conflict', `The web address /book/${slug} is already in use. Choose another one.`)
      const order = Math.max(0, ...books.all().map((book) => book.order)) + 1
      await writeBook(blankBook(slug, name, order, clock.now().toISOString().slice(0, 10)), actor, version)
      await record(actor, 'create', slug, name)
      return slug
    },
    async find(id) {
      const entry = findEntry(id)
      if (!entry) return undefined
      const { book, draft, version, history } = await loadDraft(id)
      return {
        book,
        isPublished: entry.status === 'published',
        draftSavedAt: draft?.savedAt.toISOString(),
        version: formatVersion(version),
        canRemove:
          entry.status === 'draft' &&
          !books.isInFiles(id) &&
          !history.some((step) => draftOf(step.data)?.status === 'published'),
        revisions: history.map(toRevision),
      }
    },
    async save(id, form, how, { actor, seenVersion }) {
      const { entry, book: base, version } = await loadDraft(id)
      checkVersion(version, seenVersion)
      const { book, problems } = readBookForm(form, base, how, await filesFor(form, base, entry))
      if (Object.keys(problems).length > 0) return problems
      if (how === 'draft') await edits.saveDraft('book', id, plain(book), expectedEntry(version))
      else {
        await writeBook(book, actor, version)
        await record(actor, 'publish', id, book.title)
      }
      return undefined
    },
    async unpublish(id, { actor, seenVersion }) {
      const { entry, version } = await loadDraft(id)
      checkVersion(version, seenVersion)
      if (entry.status === 'draft') return
      await writeBook({ ...entry, status: 'draft' }, actor, version, { preservesDraft: true })
      await record(actor, 'unpublish', id, entry.title)
    },
    async discard(id, { seenVersion }) {
      const { version } = await loadDraft(id)
      checkVersion(version, seenVersion)
      await edits.dropDraft('book', id, expectedEntry(version))
    },
    async restore(id, revision, { actor, seenVersion }) {
      const { version, history } = await loadDraft(id)
      checkVersion(version, seenVersion)
      const earlier = draftOf(history.find((step) => step.revision === revision)?.data)
      if (!earlier) throw new AppError('not-found', 'This version is no longer available.')
      await edits.saveDraft('book', id, plain({ ...earlier, status: 'draft' }), expectedEntry(version))
      await record(actor, 'restore', id, `revision ${revision}`)
    },
    async remove(id, { actor, seenVersion }) {
      const edited = await this.find(id)
      const { version } = await loadDraft(id)
      checkVersion(version, seenVersion)
      if (!edited?.canRemove)
        throw new AppError('conflict', 'A book that has been published can’t be deleted. Unpublish it instead.')
      await edits.write({ kind: 'book', key: id, action: 'remove', actor, over: expectedEntry(version) })
      await record(actor, 'remove', id, edited.book.title)
    },
    async move(id, position, actor) {
      const ids = books.all().map((book) => book.id)
      requireBook(id)
      const others = ids.filter((one) => one !== id)
      others.splice(Math.max(0, Math.min(others.length, position - 1)), 0, id)
      await edits.write({
        kind: 'library',
        key: 'order',
        action: 'save',
        data: { id: 'order', bookIds: others },
        actor,
      })
      await record(actor, 'move', id, `to position ${others.indexOf(id) + 1}`)
    },
    async importBook(path, fileName, actor) {
      const pdf = await readFile(path)
      const described = await pdfs.describe(pdf)
      const id = await this.create({ title: titleOfPdf(described.title, fileName), id: '' }, actor)
      const { version: created } = await readState(edits, id)
      try {
        const uploaded = await this.importPdf(id, path, actor)
        await this.patchDraft(id, { pdf: uploaded, author: cutText(described.author, maxLengths.author) })
        return { id, title: requireBook(id).title, pages: uploaded.pages }
      } catch (error) {
        // A file that cannot be sold leaves no empty draft, but a draft that the owner has edited in the meantime
        // stays.
        await this.remove(id, { actor, seenVersion: formatVersion(created) }).catch((left: unknown) => {
          if (!isAppError(left)) throw left
        })
        throw error
      }
    },
    async importPdf(id, path, actor) {
      requireBook(id)
      const { name: edition, pageCount: pages, repair } = await pdfs.prepare(id, await readFile(path))
      await record(actor, 'pdf', id, `${countOf(pages, 'page')}, ${edition}${repair ? `, ${repair}` : ''}`)
      return { edition, pages, ...(repair && { repair }) }
    },
    async importCover(id, path, actor) {
      requireBook(id)
      const uploaded = await importCover(storage, id, path)
      await record(actor, 'cover', id, uploaded.coverImage)
      return uploaded
    },
    async importRecording(id, file, actor) {
      requireBook(id)
      const uploaded = await importRecording(deps, id, file)
      await record(actor, 'recording', id, uploaded.file)
      return uploaded
    },
    async patchDraft(id, { pdf, cover, recording, author }) {
      const { book, version } = await loadDraft(id)
      const patched: Book = {
        ...book,
        status: 'draft',
        ...cover,
        ...(author === undefined ? {} : { author }),
        ...(pdf ? { edition: pdf.edition, pages: pdf.pages } : {}),
      }
      if (recording) {
        const { place, file, durationSeconds } = recording
        const sound = { file, durationSeconds }
        if (place === 'preview') patched.audioPreview = sound
        else if (!book.audioChapters[place])
          throw new AppError('conflict', 'This chapter no longer exists. Reload the page.')
        else
          patched.audioChapters = book.audioChapters.map((chapter, index) =>
            index === place ? { ...chapter, ...sound } : chapter,
          )
      }
      await edits.saveDraft('book', id, plain(patched), expectedEntry(version))
    },
    async draftPage(id, edition, page) {
      requireBook(id)
      return pdfs.page(id, edition, page)
    },
  }
}

const secondsIn = ({ audioChapters, audioPreview }: Book): [string, number][] =>
  [...audioChapters, ...(audioPreview ? [audioPreview] : [])].flatMap(({ file, durationSeconds }) =>
    file === '' ? [] : [[file, durationSeconds ?? 1]],
  )

// Drops undefined fields, which JSON cannot represent.
const plain = (book: Book): unknown => JSON.parse(JSON.stringify(book))

const otherStatuses = { remove: 'deleted', reset: 'reset to files' }

/** Shown as the title of a revision without a book of its own. */
const otherTitles = { save: 'Untitled', remove: 'The book was deleted', reset: 'The version in the content folder' }

function toRevision({
  revision,
  action,
  data,
  actor,
  at,
}: Awaited<ReturnType<ContentEdits['history']>>[number]): BookRevision {
  const entry = data as Partial<Book> | undefined
  const status =
    action === 'save' ? (entry?.status === 'published' ? 'published' : 'not published') : otherStatuses[action]
  return {
    revision,
    status,
    actor,
    at: at.toISOString(),
    title: entry?.title || otherTitles[action],
    canRestore: bookEntrySchema.safeParse(data).success,
  }
}

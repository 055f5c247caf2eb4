import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '#platform/clock.ts'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import type { RecordingAnalysis } from '#platform/recordings/analysis.ts'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { slugSchema } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { lengthOf } from '#shared/cut-text.ts'
import { slugOf } from '#shared/slug.ts'
import { type Book, bookEntrySchema, isStoredRecording, longest } from '#features/books/contract.ts'
import type { BookForm, BooksDeskService, BookStep, TakenPdf } from '#features/books/admin.ts'
import type { DeskLog } from '#features/owner/contract.ts'
import type { BooksCatalogue } from '../catalogue.ts'
import { storedAnalysisKey } from '../recordings.ts'
import { type KnownFiles, readBookForm } from './book-form.ts'
import { type BookStamp, checkStamp, readState, seenEntry, stampText } from './book-version.ts'
import { listBooks } from './list-books.ts'
import { blankBook } from './new-book.ts'
import { takeCover } from './import-cover.ts'
import { takeRecording } from './import-recording.ts'

/** What is needed of the reader. Editions are named by 16 hex characters. */
export type PdfShelf = {
  /** Checks and keeps a PDF nobody sees yet. @throws AppError with a sentence for the owner. */
  prepare(bookId: string, pdf: Uint8Array): Promise<{ name: string; pageCount: number; mended: TakenPdf['mended'] }>
  /** @returns undefined for one that is not there. */
  find(bookId: string, edition: string): Promise<{ name: string; pageCount: number } | undefined>
  /** A page, small. @throws AppError `not-found`. */
  page(bookId: string, edition: string, page: number): Promise<Uint8Array>
}

export type BooksDeskParts = {
  books: BooksCatalogue
  edits: ContentEdits
  pdfs: PdfShelf
  storage: Storage
  readRecording: ReadRecording
  analyseRecording: AnalyseRecording
  deskLog: DeskLog
  clock: Clock
}

/** Opens the owner's work on the library. */
export function createBooksDesk(parts: BooksDeskParts): BooksDeskService {
  const { books, edits, pdfs, storage, deskLog, clock } = parts
  const liveBook = (id: string) => books.find(id) ?? books.findUnlisted(id)
  const known = (id: string) => {
    const live = liveBook(id)
    if (!live) throw new AppError('not-found', 'Book not found.')
    return live
  }
  const record = (actor: string, act: string, id: string, detail = '') =>
    deskLog.record({ actor, act: `book.${act}`, subject: `book:${id}`, detail })

  const show = (book: Book, actor: string, stamp: BookStamp, keeps: { keepsDraft?: true } = {}) =>
    edits.write({ kind: 'book', key: book.id, act: 'save', data: plain(book), actor, over: seenEntry(stamp), ...keeps })
  const draftOf = (data: unknown): Book | undefined => {
    const parsed = bookEntrySchema.safeParse(data)
    return parsed.success ? parsed.data : undefined
  }
  const onTable = async (id: string) => {
    const live = known(id)
    const state = await readState(edits, id)
    return { live, ...state, book: (state.draft && draftOf(state.draft.data)) ?? live }
  }
  const filesFor = async (form: BookForm, base: Book, live: Book): Promise<KnownFiles> => {
    const files = [form.previewFile, ...form.chapters.map(({ file }) => file)].filter(Boolean)
    const seconds = new Map([...secondsIn(base), ...secondsIn(live)])
    for (const file of files.filter(isStoredRecording)) {
      const kept = await buffer(await storage.open(storedAnalysisKey(base.id, file))).catch(() => undefined)
      if (kept) seconds.set(file, (JSON.parse(kept.toString()) as RecordingAnalysis).durationSeconds)
    }
    const edition = form.edition === '' ? undefined : await pdfs.find(base.id, form.edition)
    return {
      secondsOf: (file) => seconds.get(file),
      pagesOf: (name) => (edition?.name === name ? edition.pageCount : undefined),
    }
  }

  return {
    list: async (words, page) => listBooks(books, await edits.draftKeys('book'), words, page),
    proposeId(title) {
      const proposed = slugOf(title)
      const slug = proposed === '' || proposed === 'new' ? 'book' : proposed
      for (let number = 1; ; number += 1) {
        const id = number === 1 ? slug : `${slug}-${number}`
        if (!liveBook(id)) return id
      }
    },
    async create({ title, id }, actor) {
      const name = title.trim()
      if (name === '') throw new AppError('invalid-input', 'Enter a title. You can change it later.')
      if (lengthOf(name) > longest.title)
        throw new AppError('invalid-input', `A title can have up to ${longest.title} characters.`)
      const slug = id.trim() === '' ? this.proposeId(name) : id.trim()
      // That word is the desk's own.
      if (slug === 'new' || !slugSchema.max(60).safeParse(slug).success) {
        throw new AppError(
          'invalid-input',
          'Use lowercase letters, digits and single hyphens in the address, up to 60 characters.',
        )
      }
      const { history, stamp } = await readState(edits, slug)
      // Only a draft nobody ever saw can be removed: its address is free again.
      if (liveBook(slug) || (history[0] && history[0].act !== 'remove'))
        throw new AppError('conflict', `The address /book/${slug} is already in use. Choose another one.`)
      const order = Math.max(0, ...books.all().map((book) => book.order)) + 1
      await show(blankBook(slug, name, order, clock.now().toISOString().slice(0, 10)), actor, stamp)
      await record(actor, 'create', slug, name)
      return slug
    },
    async find(id) {
      const live = liveBook(id)
      if (!live) return undefined
      const { book, draft, stamp, history } = await onTable(id)
      return {
        book,
        isPublished: live.status === 'published',
        draftSavedAt: draft?.savedAt.toISOString(),
        seen: stampText(stamp),
        canRemove:
          live.status === 'draft' &&
          !books.isInFiles(id) &&
          !history.some((step) => draftOf(step.data)?.status === 'published'),
        steps: history.map(stepOf),
      }
    },
    async save(id, form, how, { actor, seen }) {
      const { live, book: base, stamp } = await onTable(id)
      checkStamp(stamp, seen)
      const { book, problems } = readBookForm(form, base, how, await filesFor(form, base, live))
      if (Object.keys(problems).length > 0) return problems
      if (how === 'draft') await edits.saveDraft('book', id, plain(book), seenEntry(stamp))
      else {
        await show(book, actor, stamp)
        await record(actor, 'publish', id, book.title)
      }
      return undefined
    },
    async unpublish(id, { actor, seen }) {
      const { live, stamp } = await onTable(id)
      checkStamp(stamp, seen)
      if (live.status === 'draft') return
      await show({ ...live, status: 'draft' }, actor, stamp, { keepsDraft: true })
      await record(actor, 'unpublish', id, live.title)
    },
    async discard(id, { seen }) {
      const { stamp } = await onTable(id)
      checkStamp(stamp, seen)
      await edits.dropDraft('book', id, seenEntry(stamp))
    },
    async restore(id, revision, { actor, seen }) {
      const { stamp, history } = await onTable(id)
      checkStamp(stamp, seen)
      const earlier = draftOf(history.find((step) => step.revision === revision)?.data)
      if (!earlier) throw new AppError('not-found', 'This version is no longer available.')
      await edits.saveDraft('book', id, plain({ ...earlier, status: 'draft' }), seenEntry(stamp))
      await record(actor, 'restore', id, `revision ${revision}`)
    },
    async remove(id, { actor, seen }) {
      const edited = await this.find(id)
      const { stamp } = await onTable(id)
      checkStamp(stamp, seen)
      if (!edited?.canRemove)
        throw new AppError('conflict', 'A book that has been published can’t be deleted. Unpublish it instead.')
      await edits.write({ kind: 'book', key: id, act: 'remove', actor, over: seenEntry(stamp) })
      await record(actor, 'remove', id, edited.book.title)
    },
    async move(id, place, actor) {
      const ids = books.all().map((book) => book.id)
      known(id)
      const others = ids.filter((one) => one !== id)
      others.splice(Math.max(0, Math.min(others.length, place - 1)), 0, id)
      await edits.write({ kind: 'library', key: 'order', act: 'save', data: { id: 'order', bookIds: others }, actor })
      await record(actor, 'move', id, `to position ${others.indexOf(id) + 1}`)
    },
    async takePdf(id, path, actor) {
      known(id)
      const { name: edition, pageCount: pages, mended } = await pdfs.prepare(id, await readFile(path))
      await record(actor, 'pdf', id, `${pages} pages, ${edition}${mended ? `, ${mended}` : ''}`)
      return { edition, pages, ...(mended && { mended }) }
    },
    async takeCover(id, path, actor) {
      known(id)
      const taken = await takeCover(storage, id, path)
      await record(actor, 'cover', id, taken.coverImage)
      return taken
    },
    async takeRecording(id, path, actor) {
      known(id)
      const taken = await takeRecording(parts, id, path)
      await record(actor, 'recording', id, taken.file)
      return taken
    },
    async patchDraft(id, { pdf, cover, recording }) {
      const { book, stamp } = await onTable(id)
      const patched: Book = {
        ...book,
        status: 'draft',
        ...cover,
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
      await edits.saveDraft('book', id, plain(patched), seenEntry(stamp))
    },
    async draftPage(id, edition, page) {
      known(id)
      return pdfs.page(id, edition, page)
    },
  }
}

const secondsIn = ({ audioChapters, audioPreview }: Book): [string, number][] =>
  [...audioChapters, ...(audioPreview ? [audioPreview] : [])].flatMap(({ file, durationSeconds }) =>
    file === '' ? [] : [[file, durationSeconds ?? 1]],
  )

// What JSON does not know is not written: undefined fields.
const plain = (book: Book): unknown => JSON.parse(JSON.stringify(book))

function stepOf({ revision, act, data, actor, at }: Awaited<ReturnType<ContentEdits['history']>>[number]): BookStep {
  const entry = data as Partial<Book> | undefined
  const words = act !== 'save' ? act : entry?.status === 'published' ? 'published' : 'not published'
  return {
    revision,
    act: words,
    actor,
    at: at.toISOString(),
    title: entry?.title ?? '',
    canRestore: bookEntrySchema.safeParse(data).success,
  }
}

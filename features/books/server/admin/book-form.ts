import { artDirectionSchema } from '#shared/art-direction-schema.ts'
import type { ArtDirection } from '#shared/art-direction.ts'
import { countOf, formatCount } from '#shared/count-of.ts'
import { countCharacters } from '#shared/cut-text.ts'
import {
  type Book,
  bookEntrySchema,
  categories,
  maxLengths,
  maxChapters,
  maxPreviewPages,
} from '#features/books/contract.ts'
import type { BookForm, BookErrors } from '#features/books/admin.ts'
import { readPrice } from './price.ts'

/** Facts about uploaded files: pages of an edition, seconds of a recording; undefined for unknown files. */
export type KnownFiles = { pagesOf(edition: string): number | undefined; secondsOf(file: string): number | undefined }

/**
 * Reads the editor's form over the book that it was created from.
 *
 * @param how A draft may be incomplete, a published book may not.
 * @returns The book and all validation errors; without errors it can be saved.
 */
export function readBookForm(
  form: BookForm,
  base: Book,
  how: 'draft' | 'publish',
  files: KnownFiles,
): { book: Book; problems: BookErrors } {
  const problems: BookErrors = {}
  const text = (name: keyof typeof maxLengths & keyof BookForm, label: string, isNeeded = true) => {
    const typed = String(form[name]).replaceAll('\r\n', '\n').trim()
    if (countCharacters(typed) > maxLengths[name])
      problems[name] =
        `${label} is ${countOf(countCharacters(typed), 'character')} long. The maximum is ${formatCount(maxLengths[name])}.`
    else if (typed === '' && isNeeded && how === 'publish') problems[name] = `${label} is required.`
    return typed
  }
  const price = form.isFree ? { cents: 0 } : readPrice(form.price)
  const hasNoPrice = !form.isFree && form.price.trim() === '' && how === 'draft'
  if ('problem' in price && !hasNoPrice) problems['price'] = price.problem
  const previewPages = wholeNumber(form.previewPages)
  if (previewPages === undefined || previewPages < 1 || previewPages > maxPreviewPages) {
    problems['previewPages'] = `Enter a whole number from 1 to ${maxPreviewPages}.`
  }
  const pages = form.edition === '' || form.edition === base.edition ? base.pages : files.pagesOf(form.edition)
  if (pages === undefined) problems['edition'] = 'This PDF is no longer available. Upload it again.'
  if (pages === 0 && how === 'publish') problems['edition'] = 'Upload a PDF before you publish.'
  if (!categories.some((one) => one === form.category)) problems['category'] = 'Choose a category.'
  if (!isDate(form.published)) problems['published'] = 'Enter a publication date.'
  const coverImage = form.coverImage.trim()
  if (coverImage !== '' && !isCover(coverImage, base.id))
    problems['coverImage'] = 'Enter a cover URL that starts with https://.'
  const contents = readContents(form.contents, how, problems)
  const audioChapters = form.chapters.map((chapter, index) =>
    readChapter(chapter, index, pages ?? 0, how, files, problems),
  )
  if (audioChapters.length > maxChapters) problems['chapters'] = `A book can have up to ${maxChapters} chapters.`
  const [readBy, quality] = [form.readBy.trim(), form.quality.trim()]
  for (const [name, typed] of Object.entries({ readBy, quality })) {
    if (countCharacters(typed) > maxLengths.narration) problems[name] = `Use up to ${maxLengths.narration} characters.`
    else if (typed === '' && audioChapters.length > 0 && how === 'publish') {
      problems[name] =
        name === 'readBy'
          ? 'Enter the narrator, and say if the voice is synthetic.'
          : 'Enter the audio quality, such as MP3, mono.'
    }
  }
  const previewSeconds = form.previewFile === '' ? undefined : files.secondsOf(form.previewFile)
  if (form.previewFile !== '' && previewSeconds === undefined)
    problems['previewFile'] = 'This recording is no longer available. Upload it again.'

  const book: Book = {
    ...base,
    status: how === 'publish' ? 'published' : 'draft',
    title: text('title', 'The title'),
    subtitle: text('subtitle', 'The subtitle'),
    description: text('description', 'The description'),
    author: text('author', 'The author'),
    excerpt: text('excerpt', 'The excerpt'),
    coverAlt: text('coverAlt', 'The cover description', false),
    category: form.category as Book['category'],
    priceCents: 'cents' in price ? price.cents : 0,
    isFree: form.isFree,
    previewPages: previewPages ?? 5,
    pages: pages ?? 0,
    edition: form.edition,
    published: form.published,
    coverImage,
    artwork: readArtwork(form.artwork, problems),
    contents,
    audioChapters,
    audioPreview:
      previewSeconds === undefined ? undefined : { file: form.previewFile, durationSeconds: previewSeconds },
    narration: readBy !== '' && quality !== '' ? { readBy, quality } : undefined,
  }
  // Never reports success for a book that the schema rejects.
  if (Object.keys(problems).length === 0) {
    for (const { path, message } of bookEntrySchema.safeParse(book).error?.issues ?? [])
      problems[String(path[0] ?? 'book')] ??= message
  }
  return { book, problems }
}

/** Reads the art direction of the cover; undefined for the default. */
function readArtwork(typed: BookForm['artwork'], problems: BookErrors): ArtDirection | undefined {
  const parts = Object.fromEntries(Object.entries(typed).map(([part, value]) => [part, value.trim().toLowerCase()]))
  if (Object.values(parts).every((value) => value === '')) return undefined
  const read = artDirectionSchema.safeParse(parts)
  for (const { path, code } of read.error?.issues ?? []) {
    const part = String(path[0])
    problems[`artwork.${part}`] ??=
      part !== 'ground' && part !== 'ink'
        ? `Choose a ${part}, or set all fields of the artwork to Default.`
        : code === 'custom'
          ? 'The two colors are too similar. Their contrast must be at least 4.5 to 1.'
          : 'Enter a color such as #1d2a6b.'
  }
  return read.data
}

function readContents(typed: string, how: 'draft' | 'publish', problems: BookErrors): string[] {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0 && how === 'publish')
    problems['contents'] = 'Enter the table of contents, one chapter per line.'
  if (lines.length > maxChapters) problems['contents'] = `A book can have up to ${maxChapters} chapters.`
  const long = lines.findIndex((line) => countCharacters(line) > maxLengths.chapter)
  if (long >= 0) problems['contents'] = `Line ${long + 1} is longer than ${maxLengths.chapter} characters.`
  return lines
}

function readChapter(
  { title, file, firstPage: typed }: BookForm['chapters'][number],
  index: number,
  pages: number,
  how: 'draft' | 'publish',
  files: KnownFiles,
  problems: BookErrors,
): Book['audioChapters'][number] {
  const name = `chapter-${index}`
  const seconds = file === '' ? undefined : files.secondsOf(file)
  const firstPage = typed.trim() === '' ? undefined : wholeNumber(typed)
  if (title.trim() === '' && how === 'publish') problems[name] = 'Enter a title for this chapter.'
  if (countCharacters(title.trim()) > maxLengths.chapter)
    problems[name] = `The title is longer than ${maxLengths.chapter} characters.`
  if (file !== '' && seconds === undefined)
    problems[name] = 'The recording of this chapter is no longer available. Upload it again.'
  if (typed.trim() !== '' && (firstPage === undefined || firstPage < 1 || (pages > 0 && firstPage > pages))) {
    problems[name] = pages > 0 ? `Enter a page number from 1 to ${pages}.` : 'Enter a page number of 1 or higher.'
  }
  return {
    title: title.trim(),
    file,
    ...(seconds === undefined ? {} : { durationSeconds: seconds }),
    ...(firstPage === undefined || firstPage < 1 ? {} : { firstPage }),
  }
}

const wholeNumber = (typed: string) => (/^\d{1,5}$/.test(typed.trim()) ? Number(typed.trim()) : undefined)

function isDate(typed: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(`${typed}T00:00:00Z`))
}

const isCover = (address: string, bookId: string) =>
  address.startsWith(`/media/books/${bookId}/cover-`) || (address.startsWith('https://') && URL.canParse(address))

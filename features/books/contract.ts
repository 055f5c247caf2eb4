/*
 * Books: the catalogue, its pages and prices. Owns what each book is called, costs and contains
 * (content/books/<id>/), and the free book's download. Does not own reading (reader), payment and ownership
 * (checkout).
 */
import { z } from 'zod'
import { artDirectionSchema } from '#shared/art-direction-schema.ts'
import { slugSchema, textSchema } from '#shared/contract.ts'
import { categories, maxLengths, maxChapters, maxPreviewPages, maxPriceCents } from './constants.ts'

export { narrationPath, narrationWaveformPath } from '#shared/narration-address.ts'
export {
  categories,
  isStoredRecording,
  maxLengths,
  maxChapters,
  maxNarrationBytes,
  maxPreviewPages,
  maxPriceCents,
} from './constants.ts'

/**
 * One narrated chapter; an empty `file` shows 'Audio coming soon'. {@link isStoredRecording} returns whether the file
 * is in storage.
 */
export const audioChapterSchema = z
  .object({
    title: textSchema.max(maxLengths.chapter),
    file: z.union([z.literal(''), z.string().regex(/^[a-z0-9-]+\.mp3$/)]),
    durationSeconds: z.number().positive().optional(),
    /**
     * Page on which the chapter begins, from 1: the link target for listeners and the start of the text alignment.
     */
    firstPage: z.number().int().min(1).optional(),
  })
  .strict()

const coverSchema = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/ }),
  z.string().regex(/^\/media\/books\/[a-z0-9-]+\/cover-[0-9a-f]{16}-740\.webp$/),
])

const bookShape = {
  /** Only published books are sold, listed and shown; see {@link BooksService.findUnlisted}. */
  status: z.enum(['draft', 'published']).default('published'),
  /** Default position in the library, from 1, until the owner reorders it. */
  order: z.number().int().min(1),
  title: textSchema.max(maxLengths.title),
  subtitle: textSchema.max(maxLengths.subtitle),
  /** Paragraphs are separated by an empty line. */
  description: textSchema.max(maxLengths.description),
  author: textSchema.max(maxLengths.author),
  category: z.enum(categories),
  /** US cents; 0 if and only if the book is free. */
  priceCents: z.number().int().min(0).max(maxPriceCents),
  isFree: z.boolean().default(false),
  /** Number of preview pages of a paid book. */
  previewPages: z.number().int().min(1).max(maxPreviewPages).default(5),
  /** Number of pages of the PDF. */
  pages: z.number().int().min(1),
  /** Publication date of this edition, `YYYY-MM-DD`. */
  published: z.iso.date(),
  /** Empty, the https address of a cover, or the widest image of an uploaded one; see shared/cover-address.ts. */
  coverImage: coverSchema.default(''),
  /** Alternative text of the cover; empty falls back to the title. */
  coverAlt: z.string().trim().max(maxLengths.coverAlt).default(''),
  /** Colors and drawing of the generated cover; derived from the id if missing. */
  artwork: artDirectionSchema.optional(),
  /** A few lines from the opening, shown in the preview box; paragraphs are separated by an empty line. */
  excerpt: textSchema.max(maxLengths.excerpt),
  /** Chapter titles as printed. */
  contents: z.array(textSchema.max(maxLengths.chapter)).min(1).max(maxChapters),
  audioChapters: z.array(audioChapterSchema).max(maxChapters).default([]),
  /** Audio preview of about a minute in the book's `narration/` folder; played on the landing page. */
  audioPreview: z
    .object({ file: z.string().regex(/^[a-z0-9-]+\.mp3$/), durationSeconds: z.number().positive() })
    .strict()
    .optional(),
  /** Narrator and audio quality, with a note if the voice is synthetic; required when there are chapters. */
  narration: z
    .object({ readBy: textSchema.max(maxLengths.narration), quality: textSchema.max(maxLengths.narration) })
    .strict()
    .optional(),
}

const priceFits = (book: { isFree: boolean; priceCents: number }) => book.isFree === (book.priceCents === 0)
const priceRule = { path: ['priceCents'], message: 'must be 0 exactly when isFree is true' }
const voiceFits = (book: { audioChapters: unknown[]; narration?: unknown }) =>
  book.audioChapters.length === 0 || book.narration !== undefined
const voiceRule = { path: ['narration'], message: 'is required when there are audioChapters' }

/** Schema of `content/books/<id>/book.yaml`. The folder's name is the id. */
export const bookFileSchema = z.object(bookShape).strict().refine(priceFits, priceRule).refine(voiceFits, voiceRule)

const entryShape = {
  id: slugSchema,
  /** Edition name of the PDF that readers get (reader); empty means the PDF in the content folder. */
  edition: z.union([z.literal(''), z.string().regex(/^[0-9a-f]{16}$/)]).default(''),
}

/** A published book. */
export const publishedBookSchema = z
  .object({ ...bookShape, ...entryShape, status: z.literal('published') })
  .strict()
  .refine(priceFits, priceRule)
  .refine(voiceFits, voiceRule)

/** An unfinished book: any text may be missing, but none may be too long. */
export const draftBookSchema = z
  .object({
    ...bookShape,
    ...entryShape,
    status: z.literal('draft'),
    title: z.string().trim().max(maxLengths.title),
    subtitle: z.string().trim().max(maxLengths.subtitle),
    description: z.string().trim().max(maxLengths.description),
    author: z.string().trim().max(maxLengths.author),
    excerpt: z.string().trim().max(maxLengths.excerpt),
    pages: z.number().int().min(0),
    contents: z.array(textSchema.max(maxLengths.chapter)).max(maxChapters),
    audioChapters: z
      .array(audioChapterSchema.extend({ title: z.string().trim().max(maxLengths.chapter) }))
      .max(maxChapters),
  })
  .strict()

/** A catalogue entry as the owner edits it. */
export const bookEntrySchema = z.discriminatedUnion('status', [publishedBookSchema, draftBookSchema])

/** A book as shown on pages. */
export type Book = z.infer<typeof bookFileSchema> & { id: string; edition?: string | undefined }

/** The fields of a library card. */
export type BookCard = Pick<
  Book,
  | 'id'
  | 'title'
  | 'subtitle'
  | 'author'
  | 'category'
  | 'priceCents'
  | 'isFree'
  | 'coverImage'
  | 'coverAlt'
  | 'pages'
  | 'artwork'
>

/** Content of the landing page's audiobook section. */
export type AudiobookPreview = {
  title: string
  subtitle: string
  description: string
  /** Path of the recording. */
  previewAudioUrl: string
  durationSeconds: number
  /** The cover's address, or empty; hidden if it cannot be loaded. */
  coverImage: string
  chapterCount: number
  /** The book's id; its page is `/book/{slug}`. */
  slug: string
}

/** The library in its current order. Contains published books only. */
export type BooksService = {
  list(): BookCard[]
  /** @returns undefined if no free book has a preview. */
  audiobookPreview(): AudiobookPreview | undefined
  /** @returns undefined for an unknown id, and for an unpublished book. */
  find(id: string): Book | undefined
  /** Finds a book that is not, or no longer, published. Buyers keep access; for everyone else it does not exist. */
  findUnlisted(id: string): Book | undefined
}

/** The recordings of a book for use on other sites. */
export type BookFeed = {
  /** Path of the feed. */
  path: string
  /** Paths of the recordings by file name, such as `01.mp3`. */
  audio: Readonly<Record<string, string>>
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** Finds the feed of a published book; undefined when it has none. */
    findBookFeed(bookId: string): BookFeed | undefined
    /** Finds a recording for the audio proxy by its address on the site: a file, or a storage key. */
    findRecording(
      address: string,
    ): ({ address: string; paidBookId?: string } & ({ path: string } | { key: string })) | undefined
    /**
     * Finds a recording that visitors cannot hear, a hidden one or one of a draft, for the owner's preview. The file
     * may be missing.
     */
    findUnpublishedRecording(address: string): { path: string } | { key: string } | undefined
  }
}

declare module '#shared/services.ts' {
  interface Services {
    books: BooksService
    /** Finds the feed of a book; undefined when it has none, or when no feature provides feeds. */
    findBookFeed(bookId: string): BookFeed | undefined
  }
}

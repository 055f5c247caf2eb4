/*
 * Books: the catalogue of the library, its pages and prices.
 * Owns: what each book is called, costs and contains (content/books/<id>/), and the free book's download.
 * Does not own: turning pages (reader), paying and owning (checkout).
 */
import { z } from 'zod'
import { slugSchema, textSchema } from '#shared/contract.ts'
import { categories, longest, mostChapters, mostPreviewPages, mostPriceCents } from './constants.ts'

export { narrationPath, narrationWaveformPath } from '#shared/narration-address.ts'
export {
  categories,
  isStoredRecording,
  longest,
  mostChapters,
  mostNarrationBytes,
  mostPreviewPages,
  mostPriceCents,
} from './constants.ts'

/** One narrated chapter; an empty `file` reads 'Audio coming soon'. See {@link isStoredRecording} for where it lies. */
export const audioChapterSchema = z
  .object({
    title: textSchema.max(longest.chapter),
    file: z.union([z.literal(''), z.string().regex(/^[a-z0-9-]+\.mp3$/)]),
    durationSeconds: z.number().positive().optional(),
    /** Page on which the chapter begins, 1 first: where a listener is sent, and where its words are looked for. */
    firstPage: z.number().int().min(1).optional(),
  })
  .strict()

const coverSchema = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/ }),
  z.string().regex(/^\/media\/books\/[a-z0-9-]+\/cover-[0-9a-f]{16}-740\.webp$/),
])

const bookShape = {
  /** Only what is published is sold, listed and shown; see {@link BooksService.findUnlisted}. */
  status: z.enum(['draft', 'published']).default('published'),
  /** Place in the library, 1 first, until the owner puts the library in order. */
  order: z.number().int().min(1),
  title: textSchema.max(longest.title),
  subtitle: textSchema.max(longest.subtitle),
  /** Paragraphs are separated by an empty line. */
  description: textSchema.max(longest.description),
  author: textSchema.max(longest.author),
  category: z.enum(categories),
  /** US cents; 0 exactly when the book is free. */
  priceCents: z.number().int().min(0).max(mostPriceCents),
  isFree: z.boolean().default(false),
  /** Pages anybody may read of a book that is not free. */
  previewPages: z.number().int().min(1).max(mostPreviewPages).default(5),
  /** Pages of the PDF. */
  pages: z.number().int().min(1),
  /** ISO date of this edition, `YYYY-MM-DD`. */
  published: z.iso.date(),
  /** Empty, a cover's https address, or the widest picture of one that was uploaded; see shared/cover-address.ts. */
  coverImage: coverSchema.default(''),
  /** What the cover shows, for who cannot see it; empty stands for the title. */
  coverAlt: z.string().trim().max(longest.coverAlt).default(''),
  /** A few lines from the opening, shown in the preview box; paragraphs are separated by an empty line. */
  excerpt: textSchema.max(longest.excerpt),
  /** Chapter titles as printed. */
  contents: z.array(textSchema.max(longest.chapter)).min(1).max(mostChapters),
  audioChapters: z.array(audioChapterSchema).max(mostChapters).default([]),
  /** A minute or so from the narration, in the book's `narration/` folder; the landing page plays it. */
  audioPreview: z
    .object({ file: z.string().regex(/^[a-z0-9-]+\.mp3$/), durationSeconds: z.number().positive() })
    .strict()
    .optional(),
  /** Who reads aloud, with the label that the voice is synthetic; present when there are chapters. */
  narration: z
    .object({ readBy: textSchema.max(longest.narration), quality: textSchema.max(longest.narration) })
    .strict()
    .optional(),
}

const priceFits = (book: { isFree: boolean; priceCents: number }) => book.isFree === (book.priceCents === 0)
const priceRule = { path: ['priceCents'], message: 'must be 0 exactly when isFree is true' }
const voiceFits = (book: { audioChapters: unknown[]; narration?: unknown }) =>
  book.audioChapters.length === 0 || book.narration !== undefined
const voiceRule = { path: ['narration'], message: 'is required when there are audioChapters' }

/** What `content/books/<id>/book.yaml` holds. The folder's name is the id. */
export const bookFileSchema = z.object(bookShape).strict().refine(priceFits, priceRule).refine(voiceFits, voiceRule)

const entryShape = {
  id: slugSchema,
  /** The PDF readers get, by the name of its edition (reader); empty stands for the one in the content folder. */
  edition: z.union([z.literal(''), z.string().regex(/^[0-9a-f]{16}$/)]).default(''),
}

/** A book as it is published. */
export const publishedBookSchema = z
  .object({ ...bookShape, ...entryShape, status: z.literal('published') })
  .strict()
  .refine(priceFits, priceRule)
  .refine(voiceFits, voiceRule)

/** A book that is not finished: every text may be missing still, nothing may be too long. */
export const draftBookSchema = z
  .object({
    ...bookShape,
    ...entryShape,
    status: z.literal('draft'),
    title: z.string().trim().max(longest.title),
    subtitle: z.string().trim().max(longest.subtitle),
    description: z.string().trim().max(longest.description),
    author: z.string().trim().max(longest.author),
    excerpt: z.string().trim().max(longest.excerpt),
    pages: z.number().int().min(0),
    contents: z.array(textSchema.max(longest.chapter)).max(mostChapters),
    audioChapters: z
      .array(audioChapterSchema.extend({ title: z.string().trim().max(longest.chapter) }))
      .max(mostChapters),
  })
  .strict()

/** An entry of the catalogue as the owner edits it. */
export const bookEntrySchema = z.discriminatedUnion('status', [publishedBookSchema, draftBookSchema])

/** A book as pages see it. */
export type Book = z.infer<typeof bookFileSchema> & { id: string; edition?: string | undefined }

/** What a library card needs. */
export type BookCard = Pick<
  Book,
  'id' | 'title' | 'subtitle' | 'author' | 'category' | 'priceCents' | 'isFree' | 'coverImage' | 'coverAlt' | 'pages'
>

/** What the landing page tells of the audiobook and plays from it. */
export type AudiobookPreview = {
  title: string
  subtitle: string
  description: string
  /** Path of the recording on this site. */
  previewAudioUrl: string
  durationSeconds: number
  /** Empty, or the cover's address; it is hidden when it cannot be loaded. */
  coverImage: string
  chapterCount: number
  /** The book's id: its page is `/book/{slug}`. */
  slug: string
}

/** The library, in its order, always as it is now. Only what is published is in it. */
export type BooksService = {
  list(): BookCard[]
  /** @returns undefined while no free book has a preview to play. */
  audiobookPreview(): AudiobookPreview | undefined
  /** @returns undefined for an unknown id, and for a book that is not published. */
  find(id: string): Book | undefined
  /**
   * A book that is not published, or not any more. Who bought it while it was keeps it; to everybody else it does not
   * exist.
   */
  findUnlisted(id: string): Book | undefined
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    /**
     * Finds a recording that pages play through the audio proxy, by its address on the site: a file, or a key in
     * storage.
     */
    findRecording(
      address: string,
    ): ({ address: string; paidBookId?: string } & ({ path: string } | { key: string })) | undefined
  }
}

declare module '#shared/services.ts' {
  interface Services {
    books: BooksService
  }
}

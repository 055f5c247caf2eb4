/*
 * Books: the catalogue of the library, its pages and prices.
 * Owns: what each book is called, costs and contains (content/books/<id>/), and the free book's download.
 * Does not own: turning pages (reader), paying and owning (checkout).
 */
import { z } from 'zod'
import { optionalHttpsUrlSchema, textSchema } from '#shared/contract.ts'

/** One narrated chapter; `file` lies in the book's `narration/` folder, an empty one reads 'Audio coming soon'. */
export const audioChapterSchema = z
  .object({
    title: textSchema,
    file: z.union([z.literal(''), z.string().regex(/^[a-z0-9-]+\.mp3$/)]),
    durationSeconds: z.number().positive().optional(),
  })
  .strict()

/** What `content/books/<id>/book.yaml` holds. The folder's name is the id. */
export const bookFileSchema = z
  .object({
    /** Place in the library, 1 first. */
    order: z.number().int().min(1),
    title: textSchema,
    subtitle: textSchema,
    /** Paragraphs are separated by an empty line. */
    description: textSchema.max(4000),
    author: textSchema,
    category: z.enum(['Music', 'Web Development', 'Business', 'Technology']),
    /** US cents; 0 exactly when the book is free. */
    priceCents: z.number().int().min(0),
    isFree: z.boolean().default(false),
    /** Pages of book.pdf. */
    pages: z.number().int().min(1),
    /** ISO date of this edition, `YYYY-MM-DD`. */
    published: z.iso.date(),
    /** Empty, or a cover's https address. */
    coverImage: optionalHttpsUrlSchema.default(''),
    /** A few lines from the opening, shown in the preview box; paragraphs are separated by an empty line. */
    excerpt: textSchema.max(1600),
    /** Chapter titles as printed. */
    contents: z.array(textSchema).min(1),
    audioChapters: z.array(audioChapterSchema).default([]),
    /** Who reads aloud, with the label that the voice is synthetic; present when there are chapters. */
    narration: z.object({ readBy: textSchema, quality: textSchema }).strict().optional(),
  })
  .strict()
  .refine((book) => book.isFree === (book.priceCents === 0), { path: ['priceCents'], message: 'must be 0 exactly when isFree is true' })
  .refine((book) => book.audioChapters.length === 0 || book.narration, {
    path: ['narration'],
    message: 'is needed when there are audioChapters',
  })

/** A book as pages see it. */
export type Book = z.infer<typeof bookFileSchema> & { id: string }

/** What a library card needs. */
export type BookCard = Pick<Book, 'id' | 'title' | 'subtitle' | 'author' | 'category' | 'priceCents' | 'isFree' | 'coverImage' | 'pages'>

/** The library, in its order. */
export type BooksService = {
  list(): BookCard[]
  /** @returns undefined for an unknown id. */
  find(id: string): Book | undefined
}

declare module '#shared/services.ts' {
  interface Services {
    books: BooksService
  }
}

/*
 * Reader: the pages of a book on the screen, and its voice. Owns: editions (a book's PDF, checked and taken in), page
 * images, the text of pages, search, outlines, downloads, read-along. Does not own: what a book is called and costs
 * (books), who may read it whole (checkout: handed in as an argument).
 */
import { z } from 'zod'

export {
  pageImagePath,
  pageTextPath,
  pageWidths,
  pdfDownloadPath,
  pdfProxyPath,
  readAlongPath,
  readerPath,
  searchPath,
  textForm,
} from './paths.ts'

/**
 * What a visitor may see of a book. `openPages` is how many pages of it anybody may read; `owned` carries the mark that
 * is burnt into pages and downloads: the order's code and the masked address.
 */
export type BookAccess =
  | { kind: 'free' }
  | { kind: 'preview'; openPages: number }
  | { kind: 'owned'; openPages: number; entitlementId: string; mark: { orderCode: string; maskedEmail: string } }

/**
 * Answers for one request what its visitor may see; the only gate there is, in front of images, text, search, PDF and
 * ranges alike.
 *
 * @param cookie The request's `Cookie` header as it came.
 * @throws AppError `not-found` for an unknown book, `unavailable` when nobody can tell right now.
 */
export type AccessTo = (cookie: string | undefined, bookId: string) => Promise<BookAccess>

/** Pages from `from` (1 first) on have this size in points (1/72 inch), until the next run begins. */
export const pageSizeRunSchema = z.object({
  from: z.number().int().min(1),
  width: z.number().positive(),
  height: z.number().positive(),
})

/** One line of a PDF's outline. `depth` 0 is the outermost; `page` counts from 1. */
export const outlineEntrySchema = z.object({
  title: z.string(),
  page: z.number().int().min(1),
  depth: z.number().int().min(0),
})

/** Answer of `GET /api/reader/{bookId}`: everything the reader must know before it shows a page. */
export const readerManifestSchema = z.object({
  bookId: z.string(),
  /** 16 hex characters that change with the PDF; stands in the addresses of images and text. */
  edition: z.string().regex(/^[0-9a-f]{16}$/),
  access: z.enum(['free', 'preview', 'owned']),
  totalPages: z.number().int().min(1),
  /** Pages 1 to this one are open to this visitor. */
  readablePages: z.number().int().min(0),
  pageSizes: z.array(pageSizeRunSchema).min(1),
  /** Only entries that lead to readable pages; the printed contents are public in the catalogue. */
  outline: z.array(outlineEntrySchema),
})
/** A book as one visitor may read it: pages count from 1, sizes are in points. */
export type ReaderManifest = z.infer<typeof readerManifestSchema>

/**
 * One line of printed text: its box as fractions (0 to 1) of the page, origin at the top left, in reading order.
 * `text` is what selection, copy, search and screen readers get; hyphens at line ends are kept, soft hyphens are not.
 */
export const textLineSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  text: z.string(),
  /** It goes on where the line before it ends, without a blank: a link begins or ends there. */
  isGlued: z.literal(true).optional(),
  /** The way the line goes on the page; missing, it goes from left to right. */
  direction: z.enum(['rtl', 'down', 'up']).optional(),
  /**
   * How far each UTF-16 unit of `text` goes that way, in ten-thousandths of the line's length; together 10,000. Missing
   * when letters of one line go both ways.
   */
  advances: z.array(z.number().int().min(0)).optional(),
  /** Where the line leads, when it is a link: an https address or a page of the book. */
  link: z.union([z.string(), z.number().int()]).optional(),
})

/** Answer of `GET /api/reader/{bookId}/{edition}/letters/{page}.json`. */
export const pageTextSchema = z.object({ page: z.number().int().min(1), lines: z.array(textLineSchema) })
/** One printed line; coordinates are fractions (0 to 1) of the page. */
export type TextLine = z.infer<typeof textLineSchema>
/** The words of one page, in reading order; `page` counts from 1. */
export type PageText = z.infer<typeof pageTextSchema>

/**
 * One place where the words stand. On an open page `before`, `match` and `after` are the printed words of one line of
 * text around it; on a locked page `before` and `after` are the same blanks (`░`) everywhere: the visitor learns where,
 * and nothing of what stands around.
 */
export const searchHitSchema = z.object({
  page: z.number().int().min(1),
  isLocked: z.boolean(),
  before: z.string(),
  match: z.string(),
  after: z.string(),
  /** Lines of the page the match covers, as indexes into its text; empty on a locked page. */
  lines: z.array(z.number().int().min(0)),
})

/** Answer of `GET /api/reader/{bookId}/search?q=`; at most 200 hits, in page order. */
export const searchReplySchema = z.object({
  query: z.string(),
  hits: z.array(searchHitSchema),
  /** There are more than 200. */
  isCapped: z.boolean(),
  /** The looks into locked pages are used up: they were not searched, whatever stands on them. */
  isQuotaSpent: z.boolean(),
})
/** One place found; what stands around a match on a locked page is blanks. */
export type SearchHit = z.infer<typeof searchHitSchema>
/** What a search found: at most 200 hits in page order. */
export type SearchReply = z.infer<typeof searchReplySchema>

/**
 * Where a spoken paragraph stands in the book; seconds count from the start of its chapter's recording, lines are
 * indexes into the page's text.
 */
export const spokenParagraphSchema = z.object({
  startSeconds: z.number().min(0),
  endSeconds: z.number().min(0),
  page: z.number().int().min(1),
  firstLine: z.number().int().min(0),
  lastLine: z.number().int().min(0),
})

/**
 * Answer of `GET /api/reader/{bookId}/read-along`: chapter ↔ page map of an edition; only what the visitor may read and
 * hear.
 */
export const readAlongSchema = z.object({
  edition: z.string(),
  chapters: z.array(
    z.object({
      file: z.string(),
      firstPage: z.number().int().min(1),
      lastPage: z.number().int().min(1),
      paragraphs: z.array(spokenParagraphSchema),
    }),
  ),
})
/** Where each spoken paragraph of each chapter is printed; times are in seconds of the chapter’s recording. */
export type ReadAlong = z.infer<typeof readAlongSchema>

/** What the reading page is built from before anybody is known: the same for everybody, nothing of it is locked. */
export type ReaderOpening = Pick<ReaderManifest, 'edition' | 'totalPages' | 'pageSizes'> & {
  /** Pages 1 to this one may be read by anybody: all of a free book, the preview of the others. */
  openPages: number
}

/** What page loaders ask of the reader. */
export type ReaderService = {
  /** @returns undefined for an unknown book, and while its PDF has not been taken in. */
  findOpening(bookId: string): Promise<ReaderOpening | undefined>
  /**
   * The words of a page anybody may read, for readers without script.
   *
   * @returns undefined for every other page.
   */
  findOpenText(bookId: string, page: number): Promise<PageText | undefined>
  /**
   * Whether this browser may read all of a book, also of one that is not in the library any more. `cookie` is the
   * request's header.
   */
  mayReadAll(cookie: string | undefined, bookId: string): Promise<boolean>
}

/** PDFs of books as the library's editor works with them. Editions are named by 16 hex characters. */
export type BookEditionsService = {
  /** Checks and keeps a PDF nobody sees yet. @throws AppError with a sentence for the owner. */
  prepare(
    bookId: string,
    pdf: Uint8Array,
  ): Promise<{ name: string; pageCount: number; mended: 'unlocked' | 'rewritten' | undefined }>
  /** @param edition Empty for the current one. @returns undefined for one that is not there. */
  find(bookId: string, edition: string): Promise<{ name: string; pageCount: number } | undefined>
  /** Draws a page small enough for a strip of pages. @throws AppError `not-found`. */
  page(bookId: string, edition: string, page: number): Promise<Uint8Array>
}

declare module '#shared/services.ts' {
  interface Services {
    /** The gate in front of every page of a book; told by checkout. */
    bookAccess: AccessTo
    bookEditions: BookEditionsService
    reader: ReaderService
  }
}

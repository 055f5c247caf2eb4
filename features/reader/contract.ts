/*
 * Reader: the pages and the audio of a book. Owns editions (checked and imported PDFs), page images, page text,
 * search, outlines, downloads and read-along. Does not own titles and prices (books) or access (checkout, passed in
 * as an argument).
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
 * Pages a visitor may read. `openPages` is the number of preview pages; `owned` carries the watermark for pages and
 * downloads: the order code and the masked address.
 */
export type BookAccess =
  | { kind: 'free' }
  | { kind: 'preview'; openPages: number }
  | { kind: 'owned'; openPages: number; entitlementId: string; watermark: { orderCode: string; maskedEmail: string } }

/**
 * Returns what the sender of a request may read. The single access check for images, text, search, PDF and ranges.
 *
 * @param cookie The request's `Cookie` header.
 * @throws AppError `not-found` for an unknown book, `unavailable` when access cannot be determined now.
 */
export type GetBookAccess = (cookie: string | undefined, bookId: string) => Promise<BookAccess>

/** Reasons why a payment for a book gives no access yet: it is disputed, or its amount is wrong or unknown. */
export const paymentHolds = ['dispute', 'amount'] as const

/** Reason why a payment for a book gives no access yet. */
export type PaymentHold = (typeof paymentHolds)[number]

/**
 * Finds out whether a payment of the sender of a request for a book they cannot read is on hold.
 *
 * @param cookie The request's `Cookie` header.
 * @throws AppError `unavailable` when this cannot be determined now.
 */
export type FindPaymentHold = (cookie: string | undefined, bookId: string) => Promise<PaymentHold | undefined>

/** Pages from `from` (1 first) on have this size in points (1/72 inch), until the next run begins. */
export const pageSizeRunSchema = z.object({
  from: z.number().int().min(1),
  width: z.number().positive(),
  height: z.number().positive(),
})

/** One entry of a PDF's outline. `depth` 0 is the outermost; `page` counts from 1. */
export const outlineEntrySchema = z.object({
  title: z.string(),
  page: z.number().int().min(1),
  depth: z.number().int().min(0),
})

/** Response of `GET /api/reader/{bookId}`: everything the reader needs before it shows a page. */
export const readerManifestSchema = z.object({
  bookId: z.string(),
  /** 16 hex characters that change with the PDF; part of the addresses of images and text. */
  edition: z.string().regex(/^[0-9a-f]{16}$/),
  access: z.enum(['free', 'preview', 'owned']),
  /** A payment of this visitor is on hold, so that they must not pay again; only for a preview. */
  paymentHold: z.enum(paymentHolds).optional(),
  totalPages: z.number().int().min(1),
  /** Pages 1 to this one are readable for this visitor. */
  readablePages: z.number().int().min(0),
  pageSizes: z.array(pageSizeRunSchema).min(1),
  /** Entries that lead to readable pages only; the printed contents are public in the catalogue. */
  outline: z.array(outlineEntrySchema),
})
/** A book as one visitor may read it: pages count from 1, sizes are in points. */
export type ReaderManifest = z.infer<typeof readerManifestSchema>

/**
 * One line of printed text: its box as fractions (0 to 1) of the page, origin at the top left, in reading order.
 * `text` is used for selection, copying, search and screen readers; hyphens at line ends are included, soft hyphens
 * are not.
 */
export const textLineSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  text: z.string(),
  /** Continues the line before it without a space: a link begins or ends there. */
  isGlued: z.literal(true).optional(),
  /** Writing direction; defaults to left to right. */
  direction: z.enum(['rtl', 'down', 'up']).optional(),
  /**
   * Advance of each UTF-16 unit of `text` in ten-thousandths of the line's length, 10,000 in total. Missing for
   * bidirectional lines.
   */
  advances: z.array(z.number().int().min(0)).optional(),
  /** Link target: an https address or a page of the book. */
  link: z.union([z.string(), z.number().int()]).optional(),
})

/** Response of `GET /api/reader/{bookId}/{edition}/{textForm}/{page}.json`. */
export const pageTextSchema = z.object({ page: z.number().int().min(1), lines: z.array(textLineSchema) })
/** One printed line; coordinates are fractions (0 to 1) of the page. */
export type TextLine = z.infer<typeof textLineSchema>
/** The text of one page, in reading order; `page` counts from 1. */
export type PageText = z.infer<typeof pageTextSchema>

/**
 * One search hit. On an open page `before`, `match` and `after` are the text of a line around it; on a locked page
 * `before` and `after` are always the same blanks (`░`), so the visitor learns the page but not the context.
 */
export const searchHitSchema = z.object({
  page: z.number().int().min(1),
  isLocked: z.boolean(),
  before: z.string(),
  match: z.string(),
  after: z.string(),
  /** Lines of the page that the match covers, as indexes into its text; empty on a locked page. */
  lines: z.array(z.number().int().min(0)),
})

/** Response of `GET /api/reader/{bookId}/search?q=`; at most 200 hits, in page order. */
export const searchReplySchema = z.object({
  query: z.string(),
  hits: z.array(searchHitSchema),
  /** True if there are more than 200 hits. */
  isCapped: z.boolean(),
  /** The search limit for locked pages is reached: they were not searched, whatever they contain. */
  isQuotaSpent: z.boolean(),
})
/** One search hit; the context of a hit on a locked page is blank. */
export type SearchHit = z.infer<typeof searchHitSchema>
/** Search results: at most 200 hits in page order. */
export type SearchReply = z.infer<typeof searchReplySchema>

/**
 * Position of a spoken paragraph; seconds count from the start of its chapter's recording, lines are indexes into the
 * page's text.
 */
export const spokenParagraphSchema = z.object({
  startSeconds: z.number().min(0),
  endSeconds: z.number().min(0),
  page: z.number().int().min(1),
  firstLine: z.number().int().min(0),
  lastLine: z.number().int().min(0),
})

/**
 * Response of `GET /api/reader/{bookId}/read-along`: chapter ↔ page map of an edition, limited to what the visitor
 * may read and hear.
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
/** Printed position of each spoken paragraph of each chapter; times are in seconds of the chapter’s recording. */
export type ReadAlong = z.infer<typeof readAlongSchema>

/** Data for rendering the reading page before the visitor is known; the same for everyone, public only. */
export type PublicManifest = Pick<ReaderManifest, 'edition' | 'totalPages' | 'pageSizes'> & {
  /** Number of pages anyone may read: all of a free book, the preview of the others. */
  openPages: number
}

/** Reader functions for page loaders. */
export type ReaderService = {
  /** @returns undefined for an unknown book, and until its PDF has been imported. */
  findPublicManifest(bookId: string): Promise<PublicManifest | undefined>
  /**
   * Returns the text of a public page, for readers without JavaScript.
   *
   * @returns undefined for every other page.
   */
  findPublicText(bookId: string, page: number): Promise<PageText | undefined>
  /**
   * Returns whether this browser may read the whole book, including one removed from the library. `cookie` is the
   * request's header.
   */
  canReadAll(cookie: string | undefined, bookId: string): Promise<boolean>
}

/** PDF editions for the books admin. Editions are named by 16 hex characters. */
export type BookEditionsService = {
  /** Reads title and author of a PDF; empty where it states none. @throws AppError with a sentence for the owner. */
  describe(pdf: Uint8Array): Promise<{ title: string; author: string }>
  /** Checks and stores an unpublished PDF. @throws AppError with a sentence for the owner. */
  prepare(
    bookId: string,
    pdf: Uint8Array,
  ): Promise<{ name: string; pageCount: number; repair: 'unlocked' | 'rewritten' | undefined }>
  /** @param edition Empty for the current one. @returns undefined for an unknown edition. */
  find(bookId: string, edition: string): Promise<{ name: string; pageCount: number } | undefined>
  /** Renders a page thumbnail. @throws AppError `not-found`. */
  page(bookId: string, edition: string, page: number): Promise<Uint8Array>
}

declare module '#shared/services.ts' {
  interface Services {
    /** The access check for every page of a book; provided by checkout. */
    bookAccess: GetBookAccess
    /** The check for payments on hold of visitors without access; provided by checkout. */
    paymentHold: FindPaymentHold
    bookEditions: BookEditionsService
    reader: ReaderService
  }
}

/** Size in points (1/72 inch) of the pages from `from` (starting at 1) up to the next run. */
export type PageSizeRun = { from: number; width: number; height: number }

/** An entry of a PDF's outline. `depth` 0 is the top level; `page` starts at 1. */
export type OutlineEntry = { title: string; page: number; depth: number }

/**
 * Metadata of a PDF: page count, displayed page sizes (cropped and rotated), outline, and whether printing or changes
 * are restricted.
 */
export type PdfFacts = { pageCount: number; pageSizes: PageSizeRun[]; outline: OutlineEntry[]; isLocked: boolean }

/** Title and author of the document information, each up to 300 characters; empty if missing. */
export type PdfDescription = { title: string; author: string }

/**
 * A line of text. Its box is in fractions (0 to 1) of the displayed page, origin at the top left. `text` is in reading
 * order. `link` is an https URL or a page number, starting at 1. `direction` is the direction of the line; left to
 * right by default. `advances` is the width of each UTF-16 unit of `text` in that direction, in ten-thousandths of the
 * line's length, 10,000 in total; undefined for mixed directions.
 */
export type PrintedLine = {
  x: number
  y: number
  width: number
  height: number
  text: string
  link?: string | number
  /** True if it continues the previous line without a space, at the start or end of a link. */
  isGlued?: true
  direction?: 'rtl' | 'down' | 'up'
  advances?: number[]
}

/**
 * Pixels of a page, row by row: one byte each (grey), or three (red, green, blue). `isPlain` is set for pages of a few
 * flat colours.
 */
export type DrawnPage = { width: number; height: number; channels: 1 | 3; isPlain: boolean; pixels: Uint8Array }

/** A job of the PDF thread. Page numbers start at 1. */
export type PdfJob =
  | { kind: 'inspect'; pageLimit: number }
  | { kind: 'draw'; page: number; width: number }
  | { kind: 'read'; from: number; to: number }
  | { kind: 'rewrite' }
  | { kind: 'describe' }

/** Results by kind of job. */
export type PdfResults = {
  inspect: PdfFacts
  draw: DrawnPage
  read: PrintedLine[][]
  rewrite: Uint8Array
  describe: PdfDescription
}

/**
 * Reason for a failed job. `not-held` requests the bytes of the document; the others are errors of the document:
 * `encrypted` requires a password, `protected` uses unsupported protection.
 */
export type PdfRefusal =
  | 'not-held'
  | 'encrypted'
  | 'protected'
  | 'broken'
  | 'page-size'
  | 'too-many-pages'
  | 'no-such-page'

/** A request to the thread; `bytes` are included when the thread requested them. */
export type PdfRequest = { id: number; document: string; bytes?: Uint8Array; job: PdfJob }

/**
 * A message of the thread: ready, or the result of a job. `spareBytes` is the memory of PDFium beyond several times the
 * size of its open documents, which it never releases.
 */
export type PdfReply =
  | { isReady: true }
  | { id: number; ok: true; result: PdfResults[keyof PdfResults]; spareBytes: number }
  | { id: number; ok: false; reason: PdfRefusal; page?: number | undefined; spareBytes: number }

/** Resource limits of a job. */
export type PdfLimits = {
  /** CPU time of the thread, independent of the machine's load. */
  cpuMs: number
  /** Wall-clock time. */
  timeoutMs: number
  /** WebAssembly memory of PDFium; when exceeded, the thread ends. */
  wasmMegabytes: number
  /** JavaScript heap of the thread. */
  heapMegabytes: number
  /** Spare memory of a thread after a job; threads with more are replaced. */
  spareMegabytes: number
}

/** A page takes about 30 ms; the slowest of a thousand test files took six seconds. */
export const defaultLimits: PdfLimits = {
  cpuMs: 10_000,
  timeoutMs: 40_000,
  wasmMegabytes: 768,
  heapMegabytes: 256,
  spareMegabytes: 192,
}

/** Maximum width of a rendered page, in pixels. */
export const maxWidthPixels = 2448

/** Maximum height of a rendered page, in pixels; taller pages are scaled down. */
export const maxHeightPixels = 8_000

/** Maximum number of pixels per page. */
export const maxPixels = 12_000_000

/** Pages from `from` (1 first) on have this size in points (1/72 inch), until the next run begins. */
export type PageSizeRun = { from: number; width: number; height: number }

/** One line of a PDF's outline. `depth` 0 is the outermost; `page` counts from 1. */
export type OutlineEntry = { title: string; page: number; depth: number }

/**
 * What is known of a PDF before a page is drawn: how many pages, how large they are shown (cropped and turned), its
 * outline, and whether it is locked against printing or changes, though everybody may open it.
 */
export type PdfFacts = { pageCount: number; pageSizes: PageSizeRun[]; outline: OutlineEntry[]; isLocked: boolean }

/**
 * One line of printed text. Its box is in fractions (0 to 1) of the page as shown, origin at the top left. `text` is in
 * reading order. `link` is an https address or the number of a page, 1 first. `direction` is the way the line goes on
 * the page; missing, it goes from left to right. `advances` is how far each UTF-16 unit of `text` goes that way, in
 * ten-thousandths of the line's length, together 10,000; missing where letters of one line go both ways.
 */
export type PrintedLine = {
  x: number
  y: number
  width: number
  height: number
  text: string
  link?: string | number
  /** It goes on where the line before it ends, without a blank: a link begins or ends there. */
  isGlued?: true
  direction?: 'rtl' | 'down' | 'up'
  advances?: number[]
}

/**
 * A page as pixels, a row after the other: one byte each (grey), or three (red, green, blue). `isPlain` when a few flat
 * colours make it up.
 */
export type DrawnPage = { width: number; height: number; channels: 1 | 3; isPlain: boolean; pixels: Uint8Array }

/** What the thread is asked to do with a document. Pages count from 1. */
export type PdfJob =
  | { kind: 'inspect'; pageLimit: number }
  | { kind: 'draw'; page: number; width: number }
  | { kind: 'read'; from: number; to: number }
  | { kind: 'rewrite' }

/** What comes of each kind of job. */
export type PdfResults = { inspect: PdfFacts; draw: DrawnPage; read: PrintedLine[][]; rewrite: Uint8Array }

/**
 * Why a job has no result. `not-held` asks for the document's bytes; the others are the document's fault: `encrypted`
 * wants a password, `protected` is locked in a way PDFium does not know.
 */
export type PdfRefusal =
  | 'not-held'
  | 'encrypted'
  | 'protected'
  | 'broken'
  | 'page-size'
  | 'too-many-pages'
  | 'no-such-page'

/** A job on its way to the thread; `bytes` come along when the thread asked for them. */
export type PdfRequest = { id: number; document: string; bytes?: Uint8Array; job: PdfJob }

/**
 * What the thread says: that it is ready, or what came of a job. `spareBytes` is the memory PDFium has taken beyond
 * several times what its open documents weigh: it never gives any back.
 */
export type PdfReply =
  | { isReady: true }
  | { id: number; ok: true; result: PdfResults[keyof PdfResults]; spareBytes: number }
  | { id: number; ok: false; reason: PdfRefusal; page?: number | undefined; spareBytes: number }

/** Most that one job may ask of the machine. */
export type PdfLimits = {
  /** CPU time of the thread, independent of the machine's load. */
  cpuMs: number
  /** Time that may go by on the clock. */
  timeoutMs: number
  /** Memory of the renderer itself; where it ends, so does the thread. */
  wasmMegabytes: number
  /** Heap of the script around it. */
  heapMegabytes: number
  /**
   * Memory a thread may keep after a job beyond several times what its documents weigh; one that keeps more is
   * replaced.
   */
  spareMegabytes: number
}

/** A page takes some 30 ms; the slowest of a thousand odd files took six seconds. */
export const defaultLimits: PdfLimits = {
  cpuMs: 10_000,
  timeoutMs: 40_000,
  wasmMegabytes: 768,
  heapMegabytes: 256,
  spareMegabytes: 192,
}

/** Widest a page is drawn, in pixels. */
export const maxWidthPixels = 2448

/** Longest a page is drawn, in pixels, whatever its shape; a longer one is drawn narrower. */
export const maxHeightPixels = 8_000

/** Most pixels of one page. */
export const maxPixels = 12_000_000

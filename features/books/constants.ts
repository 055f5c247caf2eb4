/** Shelves of the library. */
export const categories = ['Music', 'Web Development', 'Business', 'Technology'] as const

/** Most letters each text of a book may have. */
export const longest = {
  title: 120,
  subtitle: 200,
  description: 4000,
  author: 80,
  excerpt: 1600,
  coverAlt: 240,
  chapter: 160,
  narration: 120,
} as const

/** Most chapters of a book, printed or spoken. */
export const mostChapters = 80

/** Most pages of a paid book that anybody may read. */
export const mostPreviewPages = 50

/** Least a paid book may cost, in US cents: below it the card provider takes no payment. */
export const leastPriceCents = 50

/** Most a book may cost, in US cents. */
export const mostPriceCents = 999_999

/** Most bytes of a book's PDF. */
export const mostPdfBytes = 100 * 1024 * 1024

/** Most bytes of a cover as it is uploaded. */
export const mostCoverBytes = 20 * 1024 * 1024

/** Most bytes of one narrated chapter. */
export const mostNarrationBytes = 200 * 1024 * 1024

/** What a chapter or an excerpt has to be, beside its bytes: speech is understood at a low bitrate. */
export const narrationLimits = { leastSeconds: 1, mostSeconds: 3 * 3600, leastKbps: 16 }

/**
 * Whether a recording was uploaded at the desk and lies in storage; the others lie in the book's `narration/` folder.
 */
export const isStoredRecording = (file: string) => /^[0-9a-f]{16}\.mp3$/.test(file)

/** Where the owner's files for a book go. */
export const bookUploadPath = (bookId: string, what: 'pdf' | 'cover' | 'narration') =>
  `/api/owner/books/${bookId}/${what}`

/** A page of a PDF that was handed over, as the owner sees it before anybody else does. */
export const draftPagePath = (bookId: string, edition: string, page: number | string) =>
  `/api/owner/books/${bookId}/editions/${edition}/${page}.webp`

/** A recording of a book as the owner hears it, shown to others or not. */
export const draftRecordingPath = (bookId: string, file: string) => `/api/owner/books/${bookId}/recordings/${file}`

/** Its outline, `{ peaks }`. */
export const draftWaveformPath = (bookId: string, file: string) => `${draftRecordingPath(bookId, file)}/waveform.json`

/** Categories of the library. */
export const categories = ['Music', 'Web Development', 'Business', 'Technology'] as const

/** Maximum length of each text field, in characters. */
export const maxLengths = {
  title: 120,
  subtitle: 200,
  description: 4000,
  author: 80,
  excerpt: 1600,
  coverAlt: 240,
  chapter: 160,
  narration: 120,
} as const

/** Maximum number of printed or narrated chapters. */
export const maxChapters = 80

/** Maximum number of free preview pages of a paid book. */
export const maxPreviewPages = 50

/** Minimum price of a paid book in US cents; the card provider rejects smaller payments. */
export const minPriceCents = 50

/** Maximum price in US cents. */
export const maxPriceCents = 999_999

/** Maximum size of a book's PDF, in bytes. */
export const maxPdfBytes = 100 * 1024 * 1024

/** Maximum size of an uploaded cover, in bytes. */
export const maxCoverBytes = 20 * 1024 * 1024

/** Maximum size of one narrated chapter, in bytes. */
export const maxNarrationBytes = 200 * 1024 * 1024

/** Limits for a chapter or audio preview, apart from its size. Speech is intelligible even at a low bitrate. */
export const narrationLimits = { minSeconds: 1, maxSeconds: 3 * 3600, minKbps: 16 }

/** Returns whether a recording was uploaded and is in storage; others are in the book's `narration/` folder. */
export const isStoredRecording = (file: string) => /^[0-9a-f]{16}\.mp3$/.test(file)

/** Returns the upload path for the owner's files of a book. */
export const bookUploadPath = (bookId: string, what: 'pdf' | 'cover' | 'narration') =>
  `/api/owner/books/${bookId}/${what}`

/** Path that creates a draft from an uploaded PDF; takes the field `name`, the file name. */
export const bookImportPath = '/api/owner/book-imports'

/** Returns the path of a page of an uploaded PDF, which the owner can see before it is published. */
export const draftPagePath = (bookId: string, edition: string, page: number | string) =>
  `/api/owner/books/${bookId}/editions/${edition}/${page}.webp`

/** Returns the path of a recording for the owner, published or not. */
export const draftRecordingPath = (bookId: string, file: string) => `/api/owner/books/${bookId}/recordings/${file}`

/** Returns the path of its waveform, `{ peaks }`. */
export const draftWaveformPath = (bookId: string, file: string) => `${draftRecordingPath(bookId, file)}/waveform.json`

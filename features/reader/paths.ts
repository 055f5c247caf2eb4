/** Widths in pixels in which pages are rendered; the smallest serves thumbnails too. */
export const pageWidths = [204, 408, 816, 1224, 1632, 2448] as const

/** Returns the path of the manifest; `/search?q=` and `/read-along` are below it. */
export const readerPath = (bookId: string) => `/api/reader/${bookId}`

export const pageImagePath = (bookId: string, edition: string, page: number | string, width: number | string) =>
  `${readerPath(bookId)}/${edition}/pages/${page}-${width}.webp`

/**
 * Version of the text format; part of text addresses and storage keys. Any change in how the text of a PDF is
 * extracted needs a new name: browsers, shared caches and offline books cache addresses forever, and the text of
 * existing editions is extracted again.
 */
export const textForm = 'text-5'

export const pageTextPath = (bookId: string, edition: string, page: number | string) =>
  `${readerPath(bookId)}/${edition}/${textForm}/${page}.json`

export const searchPath = (bookId: string) => `${readerPath(bookId)}/search`

export const readAlongPath = (bookId: string) => `${readerPath(bookId)}/read-along`

/** Returns the path of the PDF this visitor may have: whole, whole with a watermark, or the preview pages. */
export const pdfDownloadPath = (bookId: string) => `/api/books/${bookId}/pdf`

/** Path of the PDF proxy. Takes the catalogue address of a book (`/media/books/{id}.pdf`) as `url`. */
export const pdfProxyPath = '/api/pdf/proxy'

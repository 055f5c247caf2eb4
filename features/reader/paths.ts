/** Widths in pixels in which pages are rendered; the smallest serves thumbnails too. */
export const pageWidths = [204, 408, 816, 1224, 1632, 2448] as const

/** The manifest; `/search?q=` and `/read-along` lie below it. */
export const readerPath = (bookId: string) => `/api/reader/${bookId}`

export const pageImagePath = (bookId: string, edition: string, page: number | string, width: number | string) =>
  `${readerPath(bookId)}/${edition}/pages/${page}-${width}.webp`

/**
 * How a page's text is read and written down; stands in its address and in its place in storage. Whatever changes what
 * is read of the same PDF takes a new name: browsers, caches between and books kept offline hold what is at an address
 * for good, and the texts of editions that were taken in before are read anew.
 */
export const textForm = 'text-4'

export const pageTextPath = (bookId: string, edition: string, page: number | string) =>
  `${readerPath(bookId)}/${edition}/${textForm}/${page}.json`

export const searchPath = (bookId: string) => `${readerPath(bookId)}/search`

export const readAlongPath = (bookId: string) => `${readerPath(bookId)}/read-along`

/** The PDF as this visitor may have it: whole, whole with their mark, or the pages anybody may read. */
export const pdfDownloadPath = (bookId: string) => `/api/books/${bookId}/pdf`

/** Takes the address of a book of the catalogue (`/media/books/{id}.pdf`) as `url`. */
export const pdfProxyPath = '/api/pdf/proxy'

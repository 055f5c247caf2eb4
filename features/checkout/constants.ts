/**
 * The box before paying, word for word as it is stored with the order and repeated in the mail. A change of these words
 * is a new text; orders keep theirs.
 *
 * @see https://eur-lex.europa.eu/eli/dir/2011/83 article 16(m)
 */
export const consentText =
  'I ask for immediate access to the book and know that I lose my right of withdrawal once it has been made available to me.'

export const checkoutPath = '/api/books/checkout'

export const checkoutStatusPath = (sessionId: string) => `${checkoutPath}/status/${sessionId}`

export const accessPath = (bookId: string) => `/api/books/${bookId}/access`

/** Opens a Cash App claim; `/{code}/sent` below it says that the money is on its way. */
export const claimPath = '/api/books/cashapp-claims'

export const orderEmailPath = (code: string) => `/api/books/orders/${code}/email`

export const findMyBooksPath = '/api/my-books/find'

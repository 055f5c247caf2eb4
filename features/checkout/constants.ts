/**
 * English text of the consent box, stored word for word with the order and repeated in the mail. Orders from a page in
 * another language store the translation that was shown there. A changed text is a new consent; existing orders keep
 * theirs.
 *
 * @see https://eur-lex.europa.eu/eli/dir/2011/83 article 16(m)
 */
export const consentText =
  'I request immediate access to the book and acknowledge that I lose my right of withdrawal once it has been made available to me.'

export const checkoutPath = '/api/books/checkout'

export const checkoutStatusPath = (sessionId: string) => `${checkoutPath}/status/${sessionId}`

export const accessPath = (bookId: string) => `/api/books/${bookId}/access`

/** Creates a Cash App claim; `/{code}/sent` below it marks the payment as sent. */
export const claimPath = '/api/books/cashapp-claims'

export const orderEmailPath = (code: string) => `/api/books/orders/${code}/email`

export const findMyBooksPath = '/api/my-books/find'

import { pdfDownloadPath, pdfProxyPath } from '#features/reader/paths.ts'
import { requestVariants, type RequestVariant } from './plain-request.ts'

/** Spellings that a careless parser takes for the number of a page, encoded for a URL. */
export const oddPages = [
  '06',
  '6.0',
  '+6',
  '6e0',
  '0x6',
  '%206',
  '6%20',
  '%36',
  '5%2f..%2f6',
  '5%2F..%2F6',
  '..%2f6',
  '1/../6',
  '1-204.webp%00',
  '6;5',
  '6,1',
  '1-6',
  '%D9%A6',
  '-6',
  '-1',
  '0',
  '99999',
]

/** Every way to ask, other parts of a file, and the claims of a visitor to be known or to have paid. */
export const disguises: RequestVariant[] = [
  ...requestVariants,
  ...['bytes=0-0', 'bytes=0-999', 'bytes=100000-', 'bytes=0-99,100000-200000', 'bytes=400000-400999'].map((range) => ({
    headers: { range },
  })),
  { headers: { 'if-modified-since': new Date().toUTCString() } },
  { headers: { cookie: 'entitlement=1; owned=all; admin=true' } },
  { headers: { authorization: 'Bearer owner' } },
]

/** The same address as a proxy or a careless router might still understand it. */
export const otherSpellings = (path: string): string[] => [
  `${path}?x=1`,
  path.replace('/api/', '/API/'),
  `/${path}`,
  `//${path}`,
  `${path}/`,
  `${path}%00`,
]

/** Addresses at which a buyer gets the whole PDF, and nobody else more than its preview. */
export const pdfAddresses = (bookId: string, origin: string): string[] => [
  pdfDownloadPath(bookId),
  `/media/books/${bookId}.pdf`,
  `${pdfProxyPath}?url=/media/books/${bookId}.pdf`,
  `${pdfProxyPath}?url=${encodeURIComponent(`http://localhost:${new URL(origin).port}/media/books/${bookId}.pdf`)}`,
]

/** Addresses that name the files of a book as they are stored, directly or to the proxy; all of them are refused. */
export const storedFileAddresses = (bookId: string, edition: string, origin: string): string[] => [
  ...[
    `${origin}/media/books/${bookId}.pdf`,
    `/media/books/./${bookId}.pdf`,
    `/content/books/${bookId}/book.pdf`,
    `../content/books/${bookId}/book.pdf`,
    `file:///content/books/${bookId}/book.pdf`,
  ].map((url) => `${pdfProxyPath}?url=${encodeURIComponent(url)}`),
  `/media/books/${bookId}/book.pdf`,
  `/books/${bookId}/book.pdf`,
  `/content/books/${bookId}/book.pdf`,
  `/files/pages/${edition}/6-816.webp`,
  `/assets/..%2f..%2fcontent/books/${bookId}/book.pdf`,
]

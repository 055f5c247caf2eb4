import { pdfDownloadPath, pdfProxyPath } from '#features/reader/paths.ts'
import { requestVariants, type RequestVariant } from './plain-request.ts'

/** URL-encoded values that a lenient parser might accept as page numbers. */
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

/** Request variants, further ranges, and forged credentials. */
export const disguises: RequestVariant[] = [
  ...requestVariants,
  ...['bytes=0-0', 'bytes=0-999', 'bytes=100000-', 'bytes=0-99,100000-200000', 'bytes=400000-400999'].map((range) => ({
    headers: { range },
  })),
  { headers: { 'if-modified-since': new Date().toUTCString() } },
  { headers: { cookie: 'entitlement=1; owned=all; admin=true' } },
  { headers: { authorization: 'Bearer owner' } },
]

/** Returns alternative spellings of a path that a proxy or router might accept. */
export const otherSpellings = (path: string): string[] => [
  `${path}?x=1`,
  path.replace('/api/', '/API/'),
  `/${path}`,
  `//${path}`,
  `${path}/`,
  `${path}%00`,
]

/** Returns URLs with the whole PDF for buyers and the preview for others. */
export const pdfAddresses = (bookId: string, origin: string): string[] => [
  pdfDownloadPath(bookId),
  `/media/books/${bookId}.pdf`,
  `${pdfProxyPath}?url=/media/books/${bookId}.pdf`,
  `${pdfProxyPath}?url=${encodeURIComponent(`http://localhost:${new URL(origin).port}/media/books/${bookId}.pdf`)}`,
]

/** Returns URLs of stored book files, direct and through the proxy; all must be rejected. */
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

import {
  pageImagePath,
  pageTextPath,
  pageWidths,
  readAlongPath,
  readerPath,
  searchPath,
} from '../../features/reader/paths.ts'
import { previewPages } from '../../tests/support/book-secrets.ts'
import {
  disguises,
  oddPages,
  otherSpellings,
  pdfAddresses,
  storedFileAddresses,
} from '../../tests/support/leak-addresses.ts'
import type { RequestVariant } from '../../tests/support/plain-request.ts'
import type { LockedPages } from './locked-pages.ts'

/** One request that tries to get locked pages. */
export type LeakRequest = RequestVariant & { path: string }

/** Lists the URLs of a book's pages and common attempts to bypass the lock. */
export function listLeakRequests(book: LockedPages, edition: string, origin: string): LeakRequest[] {
  const { id, pages } = book
  const locked = Array.from({ length: pages - previewPages + 1 }, (_, index) => previewPages + 1 + index)
  const pdfs = [...pdfAddresses(id, origin), ...storedFileAddresses(id, edition, origin)]
  return [
    ...['', '.data', '?page=6', '?page=6&view=page', '?print'].flatMap((end) => [
      { path: `/book/${id}/read${end}` },
      { path: `/book/${id}/words${end}` },
      { path: `/book/${id}${end}` },
    ]),
    ...[1, 2, 6, 7, 20, pages].map((page) => ({ path: `/book/${id}/words?page=${page}` })),
    { path: readerPath(id) },
    { path: readAlongPath(id) },
    ...locked.flatMap((page) => [
      ...pageWidths.map((width) => ({ path: pageImagePath(id, edition, page, width) })),
      { path: pageTextPath(id, edition, page) },
    ]),
    ...oddPages.flatMap((page) => [
      { path: pageImagePath(id, edition, page, 816) },
      { path: pageTextPath(id, edition, page) },
    ]),
    ...[pageImagePath(id, edition, 6, 816), pageTextPath(id, edition, 6)]
      .flatMap(otherSpellings)
      .map((path) => ({ path })),
    ...[pageImagePath(id, edition, 6, 816), pageTextPath(id, edition, 6), ...pdfs].flatMap((path) =>
      disguises.map((way) => ({ ...way, path })),
    ),
    ...[
      book.rareWords[0]!,
      ...book.rareWords.filter((_, index) => index % 500 === 7),
      'the',
      'and a',
      '.',
      ' ',
      'e',
    ].map((word) => ({
      path: `${searchPath(id)}?q=${encodeURIComponent(word)}`,
    })),
  ]
}

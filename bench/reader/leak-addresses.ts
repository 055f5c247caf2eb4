import {
  pageImagePath,
  pageTextPath,
  pageWidths,
  pdfDownloadPath,
  pdfProxyPath,
  readAlongPath,
  readerPath,
  searchPath,
} from '../../features/reader/paths.ts'
import { openPages } from '../../tests/support/book-secrets.ts'
import type { LockedPages } from './locked-pages.ts'

/** One thing a curious visitor asks for. */
export type Ask = { path: string; method?: string; headers?: Record<string, string> }

/** Every address of a book's pages, and the ways around them that people try. */
export function asksFor(book: LockedPages, edition: string, origin: string): Ask[] {
  const { id, pages } = book
  const locked = Array.from({ length: pages - openPages + 1 }, (_, index) => openPages + 1 + index)
  const oddPages = ['06', '6.0', '+6', '5%2F..%2F6', '1-204.webp%00', '-1', '0', '6e0', '0x6']
  const pdfs = [
    pdfDownloadPath(id),
    ...[
      `/media/books/${id}.pdf`,
      `${origin}/media/books/${id}.pdf`,
      `/media/books/./${id}.pdf`,
      `/content/books/${id}/book.pdf`,
      `../content/books/${id}/book.pdf`,
      `file:///content/books/${id}/book.pdf`,
    ].map((url) => `${pdfProxyPath}?url=${encodeURIComponent(url)}`),
    `/media/books/${id}.pdf`,
    `/media/books/${id}/book.pdf`,
    `/books/${id}/book.pdf`,
    `/content/books/${id}/book.pdf`,
    `/files/pages/${edition}/6-816.webp`,
    `/assets/..%2f..%2fcontent/books/${id}/book.pdf`,
  ]
  const ranges = ['bytes=0-', 'bytes=0-0', 'bytes=100000-', 'bytes=-5000', 'bytes=0-99,100000-200000', 'bytes=400000-400999']
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
    ...oddPages.flatMap((page) => [{ path: pageImagePath(id, edition, page, 816) }, { path: pageTextPath(id, edition, page) }]),
    ...disguises(pageImagePath(id, edition, 6, 816)),
    ...disguises(pageTextPath(id, edition, 6)),
    ...pdfs.flatMap((path) => [{ path }, { path, method: 'HEAD' }, ...ranges.map((range) => ({ path, headers: { range } }))]),
    ...[book.rareWords[0]!, ...book.rareWords.filter((_, index) => index % 500 === 7), 'the', 'and a', '.', ' ', 'e'].map((word) => ({
      path: `${searchPath(id)}?q=${encodeURIComponent(word)}`,
    })),
  ]
}

// The same page asked for as if it were known, owned, somebody else's or another kind of request.
function disguises(path: string): Ask[] {
  return [
    { path: `${path}?x=1` },
    { path: path.replace('/api/', '/API/') },
    { path: path.replace('/api/', '//api/') },
    { path: `${path}/` },
    { path, method: 'HEAD' },
    { path, method: 'POST' },
    { path, headers: { range: 'bytes=0-999' } },
    { path, headers: { 'if-none-match': '*' } },
    { path, headers: { 'if-modified-since': new Date().toUTCString() } },
    { path, headers: { cookie: 'entitlement=1; owned=all; admin=true' } },
    { path, headers: { 'x-original-url': path, 'x-forwarded-for': '127.0.0.1', 'x-http-method-override': 'GET' } },
    { path, headers: { authorization: 'Bearer owner' } },
  ]
}

import type { PageHandle } from '#shared/page-handle.ts'

/** Handle of every page of a book. A book outside the library is available to its buyers only. */
export const bookHandle: PageHandle = {
  cache: 'public',
  has: ({ books }, id) =>
    books.find(id) !== undefined ? true : books.findUnlisted(id) !== undefined ? 'for-some' : false,
  renamed: { list: ({ books }) => books.list().map(({ id, title }) => ({ slug: id, title })) },
  figures: ['book-not-found'],
  hasFigure: ({ books }, id) => (books.find(id) ?? books.findUnlisted(id)) !== undefined,
}

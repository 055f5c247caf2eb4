import type { PageHandle } from '#shared/page-handle.ts'

/** What every page of one book says about itself. Taken out of the library, a book is left to who bought it. */
export const bookHandle: PageHandle = {
  cache: 'public',
  has: ({ books }, id) =>
    books.find(id) !== undefined ? true : books.findUnlisted(id) !== undefined ? 'for-some' : false,
  renamed: { list: ({ books }) => books.list().map(({ id, title }) => ({ slug: id, title })) },
  figures: ['book-not-found'],
  hasFigure: ({ books }, id) => (books.find(id) ?? books.findUnlisted(id)) !== undefined,
}

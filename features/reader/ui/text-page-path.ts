/** Number of book pages on one text page. */
export const pagesPerPart = 20

/** Returns the path of the text version of a book's public pages, for readers without JavaScript. */
export function textPagePath(bookId: string, part: number): string {
  return `/book/${bookId}/words${part > 1 ? `?part=${part}` : ''}`
}

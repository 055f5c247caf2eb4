/** Pages whose words stand on one page of the site. */
export const wordsPerPart = 20

/** The page on which the words of a book's open pages stand, for readers without script. */
export function wordsPagePath(bookId: string, part: number): string {
  return `/book/${bookId}/words${part > 1 ? `?part=${part}` : ''}`
}

import { useMatches } from 'react-router'
import type { Book } from '#features/books/contract.ts'

/** Returns the book of this page from its loader data; undefined if there is none. */
export function useOpenBook(): Book | undefined {
  const data = useMatches().map(({ loaderData }) => loaderData)
  return data.find(hasBook)?.book
}

function hasBook(data: unknown): data is { book: Book } {
  return (
    typeof data === 'object' && data !== null && 'book' in data && typeof data.book === 'object' && data.book !== null
  )
}

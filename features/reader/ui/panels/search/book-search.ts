import { useStore } from 'zustand'
import { useReaderStore } from '../../state/reader-context.tsx'
import { searchBook } from './fetch-search.ts'
import { createSearchStore, type SearchStore, type SearchView } from './search-store.ts'

const searches = new Map<string, SearchStore>()

/** Returns the search of the open book, shared by the panel, the highlights and the shortcuts. */
export function useSearchStore(): SearchStore {
  const { bookId } = useReaderStore()
  let search = searches.get(bookId)
  if (!search) searches.set(bookId, (search = createSearchStore(searchBook(bookId))))
  return search
}

/**
 * Selects a part of the search state.
 *
 * @param select Returns a value of the view or a primitive, never a new object.
 */
export function useSearch<T>(select: (view: SearchView) => T): T {
  return useStore(useSearchStore(), select)
}

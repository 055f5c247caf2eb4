import { useStore } from 'zustand'
import { useReaderStore } from '../../reader-context.tsx'
import { askSearch } from './ask-search.ts'
import { createSearchStore, type SearchStore, type SearchView } from './search-store.ts'

const searches = new Map<string, SearchStore>()

/** The search of the open book; the same one for its panel, its marks on the pages and its keys. */
export function useSearchStore(): SearchStore {
  const { bookId } = useReaderStore()
  let search = searches.get(bookId)
  if (!search) searches.set(bookId, (search = createSearchStore(askSearch(bookId))))
  return search
}

/** @param select Answers a value of the view or something primitive, never a new object. */
export function useSearch<T>(select: (view: SearchView) => T): T {
  return useStore(useSearchStore(), select)
}

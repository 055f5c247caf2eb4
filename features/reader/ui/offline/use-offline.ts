import { useStore } from 'zustand'
import { useReaderStore } from '../state/reader-context.tsx'
import { createOfflineStore, type OfflineStore, type OfflineView } from './offline-store.ts'

const books = new Map<string, OfflineStore>()

/** Returns the offline store of the open book. */
export function useOfflineStore(): OfflineStore {
  const { bookId } = useReaderStore()
  let book = books.get(bookId)
  if (!book) books.set(bookId, (book = createOfflineStore(bookId)))
  return book
}

/**
 * Selects a part of the offline state.
 *
 * @param select Returns a value of the view or a primitive, never a new object.
 */
export function useOffline<T>(select: (view: OfflineView) => T): T {
  return useStore(useOfflineStore(), select)
}

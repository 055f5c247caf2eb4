import { useSyncExternalStore } from 'react'
import { useReaderStore } from '../reader-context.tsx'
import { createOfflineStore, type OfflineStore, type OfflineView } from './offline-store.ts'

const books = new Map<string, OfflineStore>()

/** The keeping of the open book. */
export function useOfflineStore(): OfflineStore {
  const { bookId } = useReaderStore()
  let book = books.get(bookId)
  if (!book) books.set(bookId, (book = createOfflineStore(bookId)))
  return book
}

/** @param select Answers a value of the view or something primitive, never a new object. */
export function useOffline<T>(select: (view: OfflineView) => T): T {
  const book = useOfflineStore()
  const get = () => select(book.getView())
  return useSyncExternalStore(book.subscribe, get, get)
}

/** Whether the browser believes in a connection; always in the server's render. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
    () => true,
  )
}

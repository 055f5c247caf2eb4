import { useSyncExternalStore } from 'react'

/** Where somebody was in a book on this device. `at` counts milliseconds since 1970. */
export type ReadingPlace = { page: number; totalPages: number; at: number }

const nameOf = (bookId: string) => `swade.reading.${bookId}`
const listeners = new Set<() => void>()
let read: { raw: string; place: ReadingPlace | undefined } | undefined

/** @returns undefined before the book was opened on this device, and where nothing may be kept. */
export function readPlace(bookId: string): ReadingPlace | undefined {
  let raw: string | null
  try {
    raw = localStorage.getItem(nameOf(bookId))
  } catch {
    return undefined
  }
  if (raw === null) return undefined
  // The same words give the same object: React compares by identity.
  if (read?.raw !== raw) read = { raw, place: parsePlace(raw) }
  return read.place
}

export function keepPlace(bookId: string, page: number, totalPages: number): void {
  try {
    localStorage.setItem(nameOf(bookId), JSON.stringify({ page, totalPages, at: Date.now() }))
  } catch {
    return
  }
  listeners.forEach((listener) => listener())
}

/**
 * Where this device was in a book, for 'Continue reading: page N'; `/book/{id}/read?page=N` leads there.
 *
 * @returns undefined on the server, in the first render of the browser, and for a book never opened here.
 */
export function useReadingPlace(bookId: string): ReadingPlace | undefined {
  return useSyncExternalStore(
    subscribe,
    () => readPlace(bookId),
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function parsePlace(raw: string): ReadingPlace | undefined {
  try {
    const { page, totalPages, at } = JSON.parse(raw) as Partial<ReadingPlace>
    if (!Number.isSafeInteger(page) || !Number.isSafeInteger(totalPages) || page! < 1 || page! > totalPages!)
      return undefined
    return { page: page!, totalPages: totalPages!, at: Number(at) || 0 }
  } catch {
    return undefined
  }
}

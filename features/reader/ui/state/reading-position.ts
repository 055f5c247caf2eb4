import { useSyncExternalStore } from 'react'

/** Reading position in a book on this device. `at` is in milliseconds since 1970. */
type ReadingPosition = { page: number; totalPages: number; at: number }

const nameOf = (bookId: string) => `swade.reading.${bookId}`
const listeners = new Set<() => void>()
let read: { raw: string; place: ReadingPosition | undefined } | undefined

/** Returns the saved position; undefined if the book was never opened on this device, or without storage. */
export function loadPosition(bookId: string): ReadingPosition | undefined {
  let raw: string | null
  try {
    raw = localStorage.getItem(nameOf(bookId))
  } catch {
    return undefined
  }
  if (raw === null) return undefined
  // The same stored text gives the same object: React compares by identity.
  if (read?.raw !== raw) read = { raw, place: parsePosition(raw) }
  return read.place
}

export function savePosition(bookId: string, page: number, totalPages: number): void {
  try {
    localStorage.setItem(nameOf(bookId), JSON.stringify({ page, totalPages, at: Date.now() }))
  } catch {
    return
  }
  listeners.forEach((listener) => listener())
}

/**
 * Returns the reading position for 'Continue reading: page N'; `/book/{id}/read?page=N` opens it.
 *
 * @returns undefined on the server, in the first render, and for a book never opened here.
 */
export function useReadingPosition(bookId: string): ReadingPosition | undefined {
  return useSyncExternalStore(
    subscribe,
    () => loadPosition(bookId),
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

function parsePosition(raw: string): ReadingPosition | undefined {
  try {
    const { page, totalPages, at } = JSON.parse(raw) as Partial<ReadingPosition>
    if (!Number.isSafeInteger(page) || !Number.isSafeInteger(totalPages) || page! < 1 || page! > totalPages!)
      return undefined
    return { page: page!, totalPages: totalPages!, at: Number(at) || 0 }
  } catch {
    return undefined
  }
}

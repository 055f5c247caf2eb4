import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createListening, type HeardBook, type Listening, type ListeningView } from './listening.ts'

const known = new Map<string, Listening>()
const newcomers = new Set<() => void>()

/**
 * The recordings of a book. Everything on the page that asks for the same book gets the same: there is one player,
 * wherever it is shown. They fall silent when nothing shows them any more.
 */
export function useListening(book: HeardBook): Listening {
  const [listening] = useState(() => findListening(book))
  useEffect(() => {
    newcomers.forEach((onChange) => onChange())
    return listening.attach()
  }, [listening])
  return listening
}

/**
 * The recordings of the book on this page, for parts that show none themselves; undefined while nothing plays it here.
 */
export function useListeningOf(bookId: string): Listening | undefined {
  return useSyncExternalStore(
    (onChange) => {
      newcomers.add(onChange)
      return () => void newcomers.delete(onChange)
    },
    () => known.get(bookId),
    () => undefined,
  )
}

/**
 * A part of what a listener sees.
 *
 * @param select Answers a value of the view or something primitive, never a new object.
 */
export function useHeard<T>(listening: Listening, select: (view: ListeningView) => T): T {
  return useStore(listening, select)
}

function findListening(book: HeardBook): Listening {
  // On the server every visitor gets one of their own, which never sounds.
  if (typeof window === 'undefined') return createListening(book)
  const found = known.get(book.id) ?? createListening(book)
  known.set(book.id, found)
  return found
}

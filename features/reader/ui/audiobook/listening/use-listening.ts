import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useFigureAddress } from '#ui/figure/figure-keys.ts'
import { createListening, type ListenableBook, type Listening, type ListeningView } from './listening.ts'

const known = new Map<string, Listening>()
const listeners = new Set<() => void>()

/**
 * Returns the playback of a book. Every component of the page shares the same player, which stops when none is
 * mounted.
 */
export function useListening(book: ListenableBook): Listening {
  const addressOf = useFigureAddress()
  const [listening] = useState(() => {
    const artwork = book.coverImage || addressOf({ slug: book.id, variant: 'square', width: 640 })
    return findListening(book, artwork)
  })
  useEffect(() => {
    listeners.forEach((onChange) => onChange())
    return listening.attach()
  }, [listening])
  return listening
}

/** Returns the playback of the book on this page, for components without a player; undefined while there is none. */
export function useListeningOf(bookId: string): Listening | undefined {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    () => known.get(bookId),
    () => undefined,
  )
}

/**
 * Selects a part of the listener's state.
 *
 * @param select Returns a value of the view or a primitive, never a new object.
 */
export function useListeningView<T>(listening: Listening, select: (view: ListeningView) => T): T {
  return useStore(listening, select)
}

function findListening(book: ListenableBook, artwork: string): Listening {
  // On the server every visitor gets a separate instance, which never plays.
  if (typeof window === 'undefined') return createListening(book, artwork)
  const found = known.get(book.id) ?? createListening(book, artwork)
  known.set(book.id, found)
  return found
}

import { useEffect, useSyncExternalStore } from 'react'
import type { ReadAlong } from '#features/reader/contract.ts'
import { readAlongPath } from '#features/reader/paths.ts'
import { useReader, useReaderStore } from '../../reader-context.tsx'
import { spokenPlaces, type SpokenPlaces } from './spoken-places.ts'

const found = new Map<string, SpokenPlaces | 'asked'>()
const listeners = new Set<() => void>()

/**
 * What is said where in the open book.
 *
 * @param isWanted Asked for only then, once for all who want it.
 * @returns undefined until it has come, and when it is of another edition than the pages.
 */
export function useReadAlong(isWanted: boolean): SpokenPlaces | undefined {
  const { bookId } = useReaderStore()
  const edition = useReader((state) => state.manifest?.edition)
  const access = useReader((state) => state.manifest?.access)
  const key = `${bookId}/${edition}/${access}`
  useEffect(() => {
    if (isWanted && edition && !found.has(key)) void ask(bookId, edition, key)
  }, [isWanted, bookId, edition, key])
  const known = useSyncExternalStore(
    subscribe,
    () => found.get(key),
    () => undefined,
  )
  return known === 'asked' ? undefined : known
}

async function ask(bookId: string, edition: string, key: string): Promise<void> {
  found.set(key, 'asked')
  try {
    const answer = await fetch(readAlongPath(bookId))
    if (!answer.ok) throw new Error(`the map was answered with ${answer.status}`)
    const readAlong = (await answer.json()) as ReadAlong
    if (readAlong.edition !== edition) throw new Error('the map is of another edition')
    found.set(key, spokenPlaces(readAlong))
  } catch {
    // The voice sounds without it; who switches it on again asks again.
    found.delete(key)
  }
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

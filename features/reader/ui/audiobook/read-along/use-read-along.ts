import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import type { ReadAlong } from '#features/reader/contract.ts'
import { readAlongPath } from '#features/reader/paths.ts'
import { useReader, useReaderStore } from '../../reader-context.tsx'
import { spokenPlaces, type SpokenPlaces } from './spoken-passages.ts'

/** By book, edition and access. */
const found = createStore<Record<string, SpokenPlaces | 'asked' | undefined>>(() => ({}))

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
    if (isWanted && edition && !found.getState()[key]) void ask(bookId, edition, key)
  }, [isWanted, bookId, edition, key])
  const known = useStore(found, (all) => all[key])
  return known === 'asked' ? undefined : known
}

async function ask(bookId: string, edition: string, key: string): Promise<void> {
  found.setState({ [key]: 'asked' })
  try {
    const answer = await fetch(readAlongPath(bookId))
    if (!answer.ok) throw new Error(`the map was answered with ${answer.status}`)
    const readAlong = (await answer.json()) as ReadAlong
    if (readAlong.edition !== edition) throw new Error('the map is of another edition')
    found.setState({ [key]: spokenPlaces(readAlong) })
  } catch {
    // The voice sounds without it; who switches it on again asks again.
    found.setState({ [key]: undefined })
  }
}

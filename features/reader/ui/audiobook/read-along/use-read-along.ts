import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import type { ReadAlong } from '#features/reader/contract.ts'
import { readAlongPath } from '#features/reader/paths.ts'
import { useReader, useReaderStore } from '../../state/reader-context.tsx'
import { indexSpokenPassages, type SpokenPassages } from './spoken-passages.ts'

/** Loaded maps by book, edition and access. */
const found = createStore<Record<string, SpokenPassages | 'asked' | undefined>>(() => ({}))

/**
 * Returns the spoken passages of the open book.
 *
 * @param isWanted Whether to fetch them; fetched once for all components.
 * @returns undefined until loaded, and if they belong to another edition.
 */
export function useReadAlong(isWanted: boolean): SpokenPassages | undefined {
  const { bookId } = useReaderStore()
  const edition = useReader((state) => state.manifest?.edition)
  const access = useReader((state) => state.manifest?.access)
  const key = `${bookId}/${edition}/${access}`
  useEffect(() => {
    if (isWanted && edition && !found.getState()[key]) void fetchReadAlong(bookId, edition, key)
  }, [isWanted, bookId, edition, key])
  const known = useStore(found, (all) => all[key])
  return known === 'asked' ? undefined : known
}

async function fetchReadAlong(bookId: string, edition: string, key: string): Promise<void> {
  found.setState({ [key]: 'asked' })
  try {
    const answer = await fetch(readAlongPath(bookId))
    if (!answer.ok) throw new Error(`the request for the read-along map returned ${answer.status}`)
    const readAlong = (await answer.json()) as ReadAlong
    if (readAlong.edition !== edition) throw new Error('the read-along map belongs to another edition')
    found.setState({ [key]: indexSpokenPassages(readAlong) })
  } catch {
    // Audio plays without the map; switching following on again retries.
    found.setState({ [key]: undefined })
  }
}

import { useEffect } from 'react'
import { useReader, useReaderStore } from '../../reader-context.tsx'
import { askSearch } from '../search/ask-search.ts'
import { type Annotation, editionAsRead } from './annotation.ts'
import { useNoteActs } from './book-notes.ts'
import { reanchor } from './reanchor.ts'

/** When the book on the screen is another edition than a mark was made in, or read another way, looks for the marked words in it. */
export function useReanchoring(): void {
  const reader = useReaderStore()
  const edition = useReader((state) => (state.isConfirmed && state.manifest ? editionAsRead(state.manifest.edition) : undefined))
  const readablePages = useReader((state) => state.manifest?.readablePages ?? 0)
  const { getNotes, replace } = useNoteActs()

  useEffect(() => {
    if (!edition) return
    let isWanted = true
    const ask = askSearch(reader.bookId)
    const book = {
      edition,
      readablePages,
      text: reader.text,
      search: async (words: string) => {
        const { hits } = await ask(words, AbortSignal.timeout(20_000))
        return [...new Set(hits.filter(({ isLocked }) => !isLocked).map(({ page }) => page))]
      },
    }
    async function look() {
      const found: Annotation[] = []
      for (const annotation of getNotes().annotations.filter((one) => one.edition !== edition)) {
        // What could not be looked for stays as it was and is looked for next time.
        const there = await reanchor(annotation, book).catch(() => undefined)
        if (!isWanted) return
        if (there) found.push(there)
      }
      if (found.length > 0) replace(found)
    }
    void look()
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once an edition: the acts are made anew at every render and are the same
  }, [reader, edition, readablePages])
}

import { useEffect } from 'react'
import { useReaderStore, useReader } from '#features/reader/ui/reader-context.tsx'
import { useNoteActs } from './book-notes.ts'
import { SelectionToolbar } from './selection-toolbar.tsx'
import { askSearch } from '../search/ask-search.ts'
import { type Annotation, editionAsRead } from './annotation.ts'
import { reanchor } from './reanchor.ts'

/**
 * What is there for notes while a book is open, whether or not their list is: the toolbar at a selection, and marks
 * that can be pressed.
 */
export function NotesAttendant() {
  const reader = useReaderStore()
  const acts = useNoteActs()
  useReanchoring()

  useEffect(
    () =>
      reader.onLineClick(({ page, line, event }) => {
        // Somebody else has an answer to this click, such as a voice that goes on from here.
        if (event.defaultPrevented || reader.getState().panel !== 'notes') return
        const marked = acts
          .getNotes()
          .annotations.find(
            (one) =>
              one.kind === 'highlight' &&
              !one.isMoved &&
              one.page === page &&
              one.start.line <= line &&
              line <= one.end.line,
          )
        if (marked) acts.focusOn({ id: marked.id, isEditing: false })
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the acts are made anew at every render and are the same
    [reader],
  )
  return <SelectionToolbar />
}

/**
 * When the book on the screen is another edition than a mark was made in, or read another way, looks for the marked
 * words in it.
 */
function useReanchoring(): void {
  const reader = useReaderStore()
  const edition = useReader((state) =>
    state.isConfirmed && state.manifest ? editionAsRead(state.manifest.edition) : undefined,
  )
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

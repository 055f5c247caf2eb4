import { useEffect } from 'react'
import { useReaderStore, useReader } from '#features/reader/ui/state/reader-context.tsx'
import { useNoteActions } from './book-notes.ts'
import { SelectionToolbar } from './selection-toolbar.tsx'
import { searchBook } from '../search/fetch-search.ts'
import { type Annotation, editionAsRead } from './annotation.ts'
import { reanchor } from './reanchor.ts'

/** Controller of the notes while a book is open: the selection toolbar, clicks on highlights and reanchoring. */
export function NotesController() {
  const reader = useReaderStore()
  const actions = useNoteActions()
  useReanchoring()

  useEffect(
    () =>
      reader.onLineClick(({ page, line, event }) => {
        // Another component handled this click, such as the narration.
        if (event.defaultPrevented || reader.getState().panel !== 'notes') return
        const marked = actions
          .getNotes()
          .annotations.find(
            (one) =>
              one.kind === 'highlight' &&
              !one.isMoved &&
              one.page === page &&
              one.start.line <= line &&
              line <= one.end.line,
          )
        if (marked) actions.focusOn({ id: marked.id, isEditing: false })
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the actions are recreated at every render but equivalent
    [reader],
  )
  return <SelectionToolbar />
}

/** Locates annotations again when the edition or its text format has changed. */
function useReanchoring(): void {
  const reader = useReaderStore()
  const edition = useReader((state) =>
    state.isConfirmed && state.manifest ? editionAsRead(state.manifest.edition) : undefined,
  )
  const readablePages = useReader((state) => state.manifest?.readablePages ?? 0)
  const { getNotes, replace } = useNoteActions()

  useEffect(() => {
    if (!edition) return
    let isWanted = true
    const searchOpenBook = searchBook(reader.bookId)
    const book = {
      edition,
      readablePages,
      text: reader.text,
      search: async (query: string) => {
        const { hits } = await searchOpenBook(query, AbortSignal.timeout(20_000))
        return [...new Set(hits.filter(({ isLocked }) => !isLocked).map(({ page }) => page))]
      },
    }
    async function reanchorAll() {
      const found: Annotation[] = []
      for (const annotation of getNotes().annotations.filter((one) => one.edition !== edition)) {
        // Annotations that could not be located stay unchanged and are tried again next time.
        const there = await reanchor(annotation, book).catch(() => undefined)
        if (!isWanted) return
        if (there) found.push(there)
      }
      if (found.length > 0) replace(found)
    }
    void reanchorAll()
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once per edition: the actions change at every render
  }, [reader, edition, readablePages])
}

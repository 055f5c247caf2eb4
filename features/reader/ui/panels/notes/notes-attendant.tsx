import { useEffect } from 'react'
import { useReaderStore } from '../../reader-context.tsx'
import { useNoteActs } from './book-notes.ts'
import { SelectionToolbar } from './selection-toolbar.tsx'
import { useReanchoring } from './use-reanchoring.ts'

/** What is there for notes while a book is open, whether or not their list is: the toolbar at a selection, and marks that can be pressed. */
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
            (one) => one.kind === 'highlight' && !one.isMoved && one.page === page && one.start.line <= line && line <= one.end.line,
          )
        if (marked) acts.focusOn({ id: marked.id, isEditing: false })
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the acts are made anew at every render and are the same
    [reader],
  )
  return <SelectionToolbar />
}

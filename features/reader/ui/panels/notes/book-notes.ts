import { useSyncExternalStore } from 'react'
import { useReaderStore } from '../../reader-context.tsx'
import type { Annotation } from './annotation.ts'
import { type AnnotationStore, type AnnotationView, createAnnotationStore, storageName } from './annotation-store.ts'

/** A book's marks on this device, and which of them is being looked at or written on beside the pages. */
type BookNotes = { store: AnnotationStore; focus: { id: string; isEditing: boolean } | undefined; listeners: Set<() => void> }

const books = new Map<string, BookNotes>()
const nothing: AnnotationView = { annotations: [], trouble: undefined }

function notesOf(bookId: string): BookNotes {
  const known = books.get(bookId)
  if (known) return known
  const notes: BookNotes = { store: createAnnotationStore(bookId, () => localStorage), focus: undefined, listeners: new Set() }
  books.set(bookId, notes)
  notes.store.refresh()
  // Without a key everything was forgotten.
  addEventListener('storage', ({ key }) => (key === storageName(bookId) || key === null) && notes.store.refresh())
  return notes
}

/** Everything marked in the open book; nothing in the first render, which must be the server's. */
export function useNotes(): AnnotationView {
  const { bookId } = useReaderStore()
  return useSyncExternalStore(
    (listener) => notesOf(bookId).store.subscribe(listener),
    () => notesOf(bookId).store.getView(),
    () => nothing,
  )
}

/** What can be done with marks. Only to be called from events and effects. */
export function useNoteActs() {
  const reader = useReaderStore()
  const { bookId } = reader
  return {
    getView: () => notesOf(bookId).store.getView(),
    add: (annotation: Annotation) => notesOf(bookId).store.add(annotation),
    remove: (id: string) => notesOf(bookId).store.remove(id),
    setNote: (id: string, note: string) => notesOf(bookId).store.setNote(id, note),
    replace: (found: readonly Annotation[]) => notesOf(bookId).store.replace(found),
    /** Opens the list beside the pages at a mark. */
    show(id: string, isEditing = false) {
      focusOn(bookId, { id, isEditing })
      if (reader.getState().panel !== 'notes') reader.togglePanel('notes')
    },
    focusOn: (focus: BookNotes['focus']) => focusOn(bookId, focus),
  }
}

export function useNoteFocus(): BookNotes['focus'] {
  const { bookId } = useReaderStore()
  return useSyncExternalStore(
    (listener) => {
      const { listeners } = notesOf(bookId)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => notesOf(bookId).focus,
    () => undefined,
  )
}

function focusOn(bookId: string, focus: BookNotes['focus']): void {
  const notes = notesOf(bookId)
  notes.focus = focus
  notes.listeners.forEach((listener) => listener())
}

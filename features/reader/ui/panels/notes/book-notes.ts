import { createStore, type StoreApi, useStore } from 'zustand'
import { useReaderStore } from '../../state/reader-context.tsx'
import type { Annotation } from './annotation.ts'
import { type AnnotationStore, type AnnotationView, createAnnotationStore, storageName } from './annotation-store.ts'

/** A book's annotations on this device, and the focused one in the notes panel. */
type BookNotes = { store: AnnotationStore; focus: StoreApi<Focus | undefined> }
type Focus = { id: string; isEditing: boolean }

const books = new Map<string, BookNotes>()

function notesOf(bookId: string): BookNotes {
  const known = books.get(bookId)
  if (known) return known
  const store = createAnnotationStore(bookId, () => localStorage)
  const notes: BookNotes = { store, focus: createStore<Focus | undefined>(() => undefined) }
  // On the server every visitor gets an empty store of their own.
  if (typeof window === 'undefined') return notes
  books.set(bookId, notes)
  store.refresh()
  // Without a key the whole storage was cleared.
  addEventListener('storage', ({ key }) => (key === storageName(bookId) || key === null) && store.refresh())
  return notes
}

/** Returns the annotations of the open book; none in the first render, which must match the server's. */
export function useNotes(): AnnotationView {
  return useStore(notesOf(useReaderStore().bookId).store)
}

/** Returns the annotation actions. Call them from events and effects only. */
export function useNoteActions() {
  const reader = useReaderStore()
  const { bookId } = reader
  return {
    getNotes: () => notesOf(bookId).store.getState(),
    add: (annotation: Annotation) => notesOf(bookId).store.add(annotation),
    remove: (id: string) => notesOf(bookId).store.remove(id),
    setNote: (id: string, note: string) => notesOf(bookId).store.setNote(id, note),
    replace: (found: readonly Annotation[]) => notesOf(bookId).store.replace(found),
    /** Opens the notes panel at an annotation. */
    show(id: string, isEditing = false) {
      notesOf(bookId).focus.setState({ id, isEditing }, true)
      if (reader.getState().panel !== 'notes') reader.togglePanel('notes')
    },
    focusOn: (focus: Focus | undefined) => notesOf(bookId).focus.setState(focus, true),
  }
}

export function useNoteFocus(): Focus | undefined {
  return useStore(notesOf(useReaderStore().bookId).focus)
}

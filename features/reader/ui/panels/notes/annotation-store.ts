import { createStore } from 'zustand'
import type { Annotation } from './annotation.ts'
import { clippedNote, readFile, writeFile } from './annotation-file.ts'

/** Reasons why annotations may not be safe on this device. */
type StorageProblem =
  /** The device is full or blocks storage: unsaved annotations are lost when the page closes. */
  | 'unsaved'
  /** Part of the stored data was invalid; it was backed up. */
  | 'damaged'
  /** A newer version of the site wrote the data; it is not changed. */
  | 'newer'

export type AnnotationView = { annotations: readonly Annotation[]; problem: StorageProblem | undefined }
export type AnnotationStore = ReturnType<typeof createAnnotationStore>

type NotesStorage = Pick<Storage, 'getItem' | 'setItem'>

export const storageName = (bookId: string) => `swade.notes.${bookId}`

/**
 * Creates the store of a book's annotations on this device. Every change starts from the stored state, so tabs do not
 * undo each other.
 *
 * @param storage Returns the storage; the reader works even if it throws.
 */
export function createAnnotationStore(bookId: string, storage: () => NotesStorage) {
  const name = storageName(bookId)
  const {
    getState,
    getInitialState,
    setState: show,
    subscribe,
  } = createStore<AnnotationView>(() => ({ annotations: [], problem: undefined }))

  function load(): AnnotationView {
    let text: string | null
    try {
      text = storage().getItem(name)
    } catch {
      return { annotations: getState().annotations, problem: 'unsaved' }
    }
    if (text === null) return { annotations: [], problem: undefined }
    const file = readFile(text)
    if (file.kind === 'newer') return { annotations: getState().annotations, problem: 'newer' }
    if (file.kind === 'damaged') backUpDamaged(text)
    return { annotations: file.annotations, problem: file.kind === 'damaged' ? 'damaged' : undefined }
  }

  function backUpDamaged(text: string): void {
    try {
      storage().setItem(`${name}.damaged`, text)
    } catch {
      return // The damaged text stays in storage until the next change.
    }
  }

  function change(apply: (annotations: readonly Annotation[]) => readonly Annotation[]): void {
    // Unsaved annotations exist only in memory.
    const shown = getState()
    const now = shown.problem === 'unsaved' ? shown : load()
    const annotations = apply(now.annotations)
    if (now.problem === 'newer') return show({ annotations, problem: 'newer' })
    try {
      storage().setItem(name, writeFile(annotations))
      show({ annotations, problem: undefined })
    } catch {
      show({ annotations, problem: 'unsaved' })
    }
  }

  return {
    getState,
    getInitialState,
    subscribe,
    /** Reads the stored annotations, at the start and when another tab has written. */
    refresh() {
      if (getState().problem !== 'unsaved') show(load())
    },
    /** Adds an annotation, or restores a removed one. */
    add: (annotation: Annotation) => change((all) => [...all.filter(({ id }) => id !== annotation.id), annotation]),
    remove: (id: string) => change((all) => all.filter((one) => one.id !== id)),
    setNote: (id: string, note: string) =>
      change((all) => all.map((one) => (one.id === id ? { ...one, note: clippedNote(note) } : one))),
    /** Updates the positions of annotations; removed ones stay removed. */
    replace: (found: readonly Annotation[]) =>
      change((all) => all.map((one) => ({ ...one, ...positionOf(found.find(({ id }) => id === one.id)) }))),
  }
}

/** The note may have changed since the search began. */
function positionOf(found: Annotation | undefined): Partial<Annotation> {
  if (!found) return {}
  const { page, start, end, edition, isMoved } = found
  return { page, start, end, edition, isMoved }
}

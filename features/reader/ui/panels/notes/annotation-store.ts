import { createStore } from 'zustand'
import type { Annotation } from './annotation.ts'
import { clippedNote, readFile, writeFile } from './annotation-file.ts'

/** What keeps the reader's marks from being safe on this device. */
export type KeepingTrouble =
  /** The device has no room, or forbids keeping: what is on the screen is lost when the page closes. */
  | 'unkept'
  /** Part of what was stored made no sense; it was put aside. */
  | 'damaged'
  /** A later version of the site wrote it; it is not touched. */
  | 'newer'

export type AnnotationView = { annotations: readonly Annotation[]; trouble: KeepingTrouble | undefined }
export type AnnotationStore = ReturnType<typeof createAnnotationStore>

type Keeping = Pick<Storage, 'getItem' | 'setItem'>

export const storageName = (bookId: string) => `swade.notes.${bookId}`

/**
 * What a reader left in one book, kept on the device. Every change begins at what is stored now, so two tabs do not
 * undo each other.
 *
 * @param keeping Where texts are kept; whatever it throws, the reader goes on.
 */
export function createAnnotationStore(bookId: string, keeping: () => Keeping) {
  const name = storageName(bookId)
  const {
    getState,
    getInitialState,
    setState: show,
    subscribe,
  } = createStore<AnnotationView>(() => ({ annotations: [], trouble: undefined }))

  function load(): AnnotationView {
    let text: string | null
    try {
      text = keeping().getItem(name)
    } catch {
      return { annotations: getState().annotations, trouble: 'unkept' }
    }
    if (text === null) return { annotations: [], trouble: undefined }
    const file = readFile(text)
    if (file.kind === 'newer') return { annotations: getState().annotations, trouble: 'newer' }
    if (file.kind === 'damaged') putAside(text)
    return { annotations: file.annotations, trouble: file.kind === 'damaged' ? 'damaged' : undefined }
  }

  function putAside(text: string): void {
    try {
      keeping().setItem(`${name}.damaged`, text)
    } catch {
      return // It still stands in its place until the next change.
    }
  }

  function change(act: (annotations: readonly Annotation[]) => readonly Annotation[]): void {
    // What could not be kept is only here; the stored text knows nothing of it.
    const shown = getState()
    const now = shown.trouble === 'unkept' ? shown : load()
    const annotations = act(now.annotations)
    if (now.trouble === 'newer') return show({ annotations, trouble: 'newer' })
    try {
      keeping().setItem(name, writeFile(annotations))
      show({ annotations, trouble: undefined })
    } catch {
      show({ annotations, trouble: 'unkept' })
    }
  }

  return {
    getState,
    getInitialState,
    subscribe,
    /** Reads what is stored, at the start and when another tab wrote. */
    refresh() {
      if (getState().trouble !== 'unkept') show(load())
    },
    /** Adds one, or puts back one that was removed. */
    add: (annotation: Annotation) => change((all) => [...all.filter(({ id }) => id !== annotation.id), annotation]),
    remove: (id: string) => change((all) => all.filter((one) => one.id !== id)),
    setNote: (id: string, note: string) =>
      change((all) => all.map((one) => (one.id === id ? { ...one, note: clippedNote(note) } : one))),
    /** Takes over where passages stand now; those that were removed meanwhile stay removed. */
    replace: (found: readonly Annotation[]) =>
      change((all) => all.map((one) => ({ ...one, ...placeOf(found.find(({ id }) => id === one.id)) }))),
  }
}

/** The note may have been changed since the search for the place began. */
function placeOf(found: Annotation | undefined): Partial<Annotation> {
  if (!found) return {}
  const { page, start, end, edition, isMoved } = found
  return { page, start, end, edition, isMoved }
}

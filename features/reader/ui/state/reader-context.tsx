import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { TextLine } from '#features/reader/contract.ts'
import type { ReaderState, ReaderStore } from './reader-store.ts'

const context = createContext<ReaderStore | undefined>(undefined)

export function ReaderProvider({ store, children }: { store: ReaderStore; children: ReactNode }) {
  return <context.Provider value={store}>{children}</context.Provider>
}

/** Returns the open book. */
export function useReaderStore(): ReaderStore {
  const store = useContext(context)
  if (!store) throw new Error('useReaderStore must be used inside a reader')
  return store
}

/** Returns the open book; undefined on pages without a reader. */
export const useReaderStoreIfAny = (): ReaderStore | undefined => useContext(context)

/**
 * Selects a part of the reader's state.
 *
 * @param select Returns a value of the state or a primitive, never a new object.
 */
export function useReader<T>(select: (state: ReaderState) => T): T {
  return useStore(useReaderStore(), select)
}

const none: readonly TextLine[] = []

/** Returns the text of a page; empty until loaded, and for locked pages. */
export function useLines(page: number): readonly TextLine[] {
  const store = useReaderStore()
  const edition = useReader((state) => (store.isReadable(page) ? state.manifest?.edition : undefined))
  const attempt = useReader((state) => state.attempt)
  const [found, setFound] = useState<{ key: string; lines: readonly TextLine[] }>()
  const key = `${edition}/${page}`
  useEffect(() => {
    if (!edition) return
    let isWanted = true
    store.text(page).then(
      // A page has hundreds of text nodes; clicks and scrolling take priority.
      ({ lines }) => isWanted && startTransition(() => setFound({ key, lines })),
      // A page is readable without its text layer; the next attempt loads it.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [store, page, edition, key, attempt])
  if (found?.key === key) return found.lines
  return (edition && store.texts.peek(page)?.lines) || none
}

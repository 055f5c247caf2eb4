import { createStore } from 'zustand'
import type { ReaderManifest } from '#features/reader/contract.ts'
import { dropBook } from './book-cache.ts'
import {
  isKeepable,
  type KeepableManifest,
  keepPage,
  keepShell,
  NoRoomError,
  pagesKept,
  reviewOthers,
} from './cached-book.ts'

const storageName = 'swade.offline.off'

/** Whether the visitor has said that this book is not to be kept. */
const isSwitchedOff = (bookId: string): boolean => read().includes(bookId)

const switchOff = (bookId: string): void => write([...read().filter((id) => id !== bookId), bookId])

const switchOn = (bookId: string): void => write(read().filter((id) => id !== bookId))

function read(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function write(ids: readonly string[]): void {
  try {
    localStorage.setItem(storageName, JSON.stringify(ids))
  } catch {
    return // Where nothing may be kept, no book is either.
  }
}

export type OfflineView = {
  /** This browser can keep books, and this book may be kept. */
  isPossible: boolean
  /** Pages that can be read without a connection. */
  pages: readonly number[]
  /** The whole book is being saved; how many pages are done. */
  saving: number | undefined
  trouble: 'full' | 'failed' | undefined
}

/** What stands around the keeping of one book; handed in so that the store knows nothing of the screen. */
export type OfflineSource = { title: string; loadedAssets: () => Promise<string[]> }

export type OfflineStore = ReturnType<typeof createOfflineStore>

/** A width to read at, for pages the screen has not asked for yet. */
const usualWidth = 1224

/** What is kept of one book on this device, and the keeping itself. */
export function createOfflineStore(bookId: string) {
  const {
    getState,
    getInitialState,
    setState: show,
    subscribe,
  } = createStore<OfflineView>(() => ({ isPossible: false, pages: [], saving: undefined, trouble: undefined }))
  let manifest: KeepableManifest | undefined
  let source: OfflineSource | undefined
  let shell: Promise<void> | undefined
  let width = usualWidth
  let isStopped = false
  // One after the other: what is kept is reckoned before the next thing is.
  let queue: Promise<unknown> = Promise.resolve()

  const count = async () => show({ pages: manifest ? await pagesKept(bookId, manifest.edition) : [] })

  function keepStart(): Promise<void> {
    shell ??= source!.loadedAssets().then((assets) => keepShell(manifest!, source!.title, assets))
    shell.catch(() => (shell = undefined))
    return shell
  }

  function fail(error: unknown): void {
    show({ trouble: error instanceof NoRoomError ? 'full' : 'failed' })
  }

  return {
    getState,
    getInitialState,
    subscribe,

    /** The server (or, without a connection, what is kept) has said what this visitor may read. */
    async open(answer: ReaderManifest, about: OfflineSource): Promise<void> {
      if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return
      source = about
      if (!isKeepable(answer)) {
        manifest = undefined
        isStopped = true
        await dropBook(bookId)
        return show({ isPossible: false, pages: [] })
      }
      if (manifest?.edition !== answer.edition) shell = undefined
      manifest = answer
      show({ isPossible: true })
      await count()
      if (!navigator.onLine) return
      await reviewOthers(bookId)
    },

    /** Pages were on the screen: they are kept, unless the visitor has said not to. */
    seen(pages: readonly { page: number; width: number }[]): void {
      if (pages[0]) width = pages[0].width
      queue = queue.then(async () => {
        if (!manifest || isSwitchedOff(bookId) || !navigator.onLine || getState().trouble === 'full') return
        try {
          await keepStart()
          for (const one of pages) await keepPage(manifest, one.page, one.width)
          await count()
        } catch (error) {
          // What failed on the way is tried again with the next page; only a full device is worth a word.
          if (error instanceof NoRoomError) fail(error)
        }
      })
    },

    async saveAll(): Promise<void> {
      if (!manifest || getState().saving !== undefined) return
      switchOn(bookId)
      isStopped = false
      const total = manifest.totalPages
      show({ saving: getState().pages.length, trouble: undefined })
      try {
        await keepStart()
        const missing = Array.from({ length: total }, (_, index) => index + 1).filter(
          (page) => !getState().pages.includes(page),
        )
        for (const page of missing) {
          if (isStopped || !manifest) break
          await keepPage(manifest, page, clampedWidth(width))
          show({ saving: (getState().saving ?? 0) + 1 })
        }
      } catch (error) {
        fail(error)
      }
      await count()
      show({ saving: undefined })
    },

    stop: () => {
      isStopped = true
    },

    /** Takes everything of this book off the device, and keeps nothing more until asked to. */
    async remove(): Promise<void> {
      isStopped = true
      shell = undefined
      switchOff(bookId)
      await queue
      await dropBook(bookId)
      show({ pages: [], trouble: undefined })
    },
  }
}

/** Saved pages are to be read, not to be looked at closely: they are kept between these widths. */
const clampedWidth = (width: number) => Math.min(Math.max(width, 816), 1632)

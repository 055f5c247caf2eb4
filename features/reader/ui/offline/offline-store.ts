import { createStore } from 'zustand'
import type { ReaderManifest } from '#features/reader/contract.ts'
import { deleteBook } from './book-cache.ts'
import {
  isCacheable,
  type CacheableManifest,
  cachePage,
  cacheShell,
  StorageFullError,
  listCachedPages,
  verifyOtherBooks,
} from './cached-book.ts'

const storageName = 'swade.offline.off'

/** Returns whether the visitor has removed this book and so disabled caching. */
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
    return // Without storage, books cannot be cached either.
  }
}

export type OfflineView = {
  /** True if this browser and this book support offline reading. */
  isPossible: boolean
  /** Pages available offline. */
  pages: readonly number[]
  /** Number of saved pages while the whole book is being saved. */
  saving: number | undefined
  error: 'full' | 'failed' | undefined
}

/** Context of the store, passed in so that it does not depend on the page. */
type OfflineSource = { title: string; path: string; loadedAssets: () => Promise<string[]> }

export type OfflineStore = ReturnType<typeof createOfflineStore>

/** Default reading width, for pages not shown yet. */
const usualWidth = 1224

/** Creates the store of one book's offline state. */
export function createOfflineStore(bookId: string) {
  const {
    getState,
    getInitialState,
    setState: show,
    subscribe,
  } = createStore<OfflineView>(() => ({ isPossible: false, pages: [], saving: undefined, error: undefined }))
  let manifest: CacheableManifest | undefined
  let source: OfflineSource | undefined
  let shell: Promise<void> | undefined
  let width = usualWidth
  let isStopped = false
  // Writes are serialized, so that each size is counted before the next write.
  let queue: Promise<unknown> = Promise.resolve()

  const count = async () => show({ pages: manifest ? await listCachedPages(bookId, manifest.edition) : [] })

  function saveShell(): Promise<void> {
    const { title, path, loadedAssets } = source!
    shell ??= loadedAssets().then((assets) => cacheShell(manifest!, { title, path, assets }))
    shell.catch(() => (shell = undefined))
    return shell
  }

  function fail(error: unknown): void {
    show({ error: error instanceof StorageFullError ? 'full' : 'failed' })
  }

  return {
    getState,
    getInitialState,
    subscribe,

    /** Opens the store with the manifest from the server or, offline, from the cache. */
    async open(answer: ReaderManifest, about: OfflineSource): Promise<void> {
      if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return
      // The page was opened again in another language.
      if (source?.path !== about.path) shell = undefined
      source = about
      if (!isCacheable(answer)) {
        manifest = undefined
        isStopped = true
        await deleteBook(bookId)
        return show({ isPossible: false, pages: [] })
      }
      if (manifest?.edition !== answer.edition) shell = undefined
      manifest = answer
      show({ isPossible: true })
      await count()
      if (!navigator.onLine) return
      await verifyOtherBooks(bookId)
    },

    /** Caches pages that were shown, unless the visitor disabled it. */
    savePages(pages: readonly { page: number; width: number }[]): void {
      if (pages[0]) width = pages[0].width
      queue = queue.then(async () => {
        if (!manifest || isSwitchedOff(bookId) || !navigator.onLine || getState().error === 'full') return
        try {
          await saveShell()
          for (const one of pages) await cachePage(manifest, one.page, one.width)
          await count()
        } catch (error) {
          // Failed requests are retried with the next page; only a full device is reported.
          if (error instanceof StorageFullError) fail(error)
        }
      })
    },

    async saveAll(): Promise<void> {
      if (!manifest || getState().saving !== undefined) return
      switchOn(bookId)
      isStopped = false
      const total = manifest.totalPages
      show({ saving: getState().pages.length, error: undefined })
      try {
        await saveShell()
        const missing = Array.from({ length: total }, (_, index) => index + 1).filter(
          (page) => !getState().pages.includes(page),
        )
        for (const page of missing) {
          if (isStopped || !manifest) break
          await cachePage(manifest, page, clampedWidth(width))
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

    /** Deletes this book from the device and stops caching it until the visitor saves it again. */
    async remove(): Promise<void> {
      isStopped = true
      shell = undefined
      switchOff(bookId)
      await queue
      await deleteBook(bookId)
      show({ pages: [], error: undefined })
    },
  }
}

/** Saved pages are for reading, not for zooming: their width is limited. */
const clampedWidth = (width: number) => Math.min(Math.max(width, 816), 1632)

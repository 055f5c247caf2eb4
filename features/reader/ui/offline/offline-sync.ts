import { useEffect } from 'react'
import { useLocale } from 'use-intl/react'
import { localePath } from '#shared/locales.ts'
import { useReader } from '../state/reader-context.tsx'
import { useOpenBook } from '../panels/use-open-book.ts'
import { useOfflineStore } from './use-offline.ts'

/** Pages that are only scrolled past are not cached, and caching does not delay the first page. */
const restMs = 1500

/**
 * Caches a free or purchased book while it is read. Nothing is registered or cached before a book is opened.
 *
 * @param props.loadCode Loads the lazy parts of the reader, which are cached as well. Must be stable.
 */
export function OfflineSync({ loadCode }: { loadCode: () => Promise<unknown> }) {
  const offline = useOfflineStore()
  const title = useOpenBook()?.title
  const locale = useLocale()
  const manifest = useReader((state) => (state.isConfirmed && state.status !== 'idle' ? state.manifest : undefined))
  const visiblePages = useReader((state) => state.visiblePages)
  const loadedPages = useReader((state) => state.loadedPages)

  useEffect(() => {
    if (!manifest || title === undefined) return
    const path = localePath(locale, `/book/${manifest.bookId}/read`)
    void offline.open(manifest, { title, path, loadedAssets: () => loadedAssets(loadCode) })
    if (manifest.access !== 'preview') registerWorker(localePath(locale, '/book/'))
  }, [offline, manifest, title, locale, loadCode])

  useEffect(() => {
    if (!manifest || loadedPages === 0) return
    const timer = setTimeout(() => offline.savePages(imagesOf(visiblePages)), restMs)
    return () => clearTimeout(timer)
  }, [offline, manifest, visiblePages, loadedPages])
  return null
}

/** Visible images show which widths this device uses. */
function imagesOf(pages: readonly number[]): { page: number; width: number }[] {
  return pages.flatMap((page) => {
    const image = document.querySelector<HTMLCanvasElement>(
      `[data-reader] [data-page="${page}"] canvas[data-there=true]`,
    )
    const width = Number(image?.dataset['imageWidth'])
    return width ? [{ page, width }] : []
  })
}

/** Returns the paths of all loaded build assets, including lazy parts. */
async function loadedAssets(loadCode: () => Promise<unknown>): Promise<string[]> {
  await loadCode()
  return performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href).pathname)
}

/** @param scope Pages of books in the language of this page; each language has a worker of its own. */
function registerWorker(scope: string): void {
  // A development server rebuilds files at every save, so caching them is useless.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Pages are cached even without a service worker, and become useful once one is registered.
  navigator.serviceWorker.register('/reader-worker.js', { scope }).catch(() => undefined)
}

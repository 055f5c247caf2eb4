import { useEffect } from 'react'
import { useReader } from '../reader-context.tsx'
import { loadAllParts } from '../panels/lazy-panels.ts'
import { useOpenBook } from '../panels/use-open-book.ts'
import { useOfflineStore } from './use-offline.ts'

/** Pages that only fly by are not kept, and the first page is not held up by keeping it. */
const restMs = 1500

/**
 * Keeps what is read of a free or bought book while it is open. Before a book is opened nothing is registered and
 * nothing kept.
 */
export function OfflineAttendant() {
  const offline = useOfflineStore()
  const title = useOpenBook()?.title
  const manifest = useReader((state) => (state.isConfirmed && state.status !== 'idle' ? state.manifest : undefined))
  const visiblePages = useReader((state) => state.visiblePages)
  const loadedPages = useReader((state) => state.loadedPages)

  useEffect(() => {
    if (!manifest || title === undefined) return
    void offline.open(manifest, { title, loadedAssets })
    if (manifest.access !== 'preview') registerWorker()
  }, [offline, manifest, title])

  useEffect(() => {
    if (!manifest || loadedPages === 0) return
    const timer = setTimeout(() => offline.seen(picturesOf(visiblePages)), restMs)
    return () => clearTimeout(timer)
  }, [offline, manifest, visiblePages, loadedPages])
  return null
}

/** The pictures on the screen say which widths this device reads at. */
function picturesOf(pages: readonly number[]): { page: number; width: number }[] {
  return pages.flatMap((page) => {
    const picture = document.querySelector<HTMLCanvasElement>(
      `[data-reader] [data-page="${page}"] canvas[data-there=true]`,
    )
    const width = Number(picture?.dataset['imageWidth'])
    return width ? [{ page, width }] : []
  })
}

/** Everything the page has loaded from the build, with the parts it would only load later. */
async function loadedAssets(): Promise<string[]> {
  await loadAllParts()
  return performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href).pathname)
}

function registerWorker(): void {
  // A development server makes files anew at every save; nothing of it is worth keeping.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it pages are kept all the same; they are only of use once it is there.
  navigator.serviceWorker.register('/reader-worker.js', { scope: '/book/' }).catch(() => undefined)
}

import type { ReaderState } from './reader-store.ts'

/** Returns the loading status. */
export function statusText(state: Pick<ReaderState, 'status' | 'manifest' | 'loadedPages' | 'isCounted'>): string {
  const { status, manifest, loadedPages, isCounted } = state
  if (status === 'idle') return 'Click "Load Book" to start reading'
  if (status === 'error') return 'Error loading book. Please download the PDF or try again.'
  if (!manifest || (status === 'loading' && loadedPages === 0 && !isCounted)) return 'Loading pages...'
  const { totalPages, readablePages } = manifest
  if (status === 'loading') return `Loaded ${loadedPages}/${totalPages} pages...`
  return readablePages < totalPages
    ? `Pages 1 to ${readablePages} of ${totalPages} are available. Purchase the book to read the rest.`
    : `All ${totalPages} pages are available.`
}

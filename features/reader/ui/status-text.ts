import type { useTranslations } from 'use-intl/react'
import type { ReaderState } from './state/reader-store.ts'

/** Returns the loading status. */
export function statusText(
  state: Pick<ReaderState, 'status' | 'manifest' | 'loadedPages' | 'isCounted'>,
  t: ReturnType<typeof useTranslations<'reader.page'>>,
): string {
  const { status, manifest, loadedPages, isCounted } = state
  if (status === 'idle') return t('status.idle')
  if (status === 'error') return t('status.error')
  if (!manifest || (status === 'loading' && loadedPages === 0 && !isCounted)) return t('status.loading')
  const { totalPages, readablePages } = manifest
  if (status === 'loading') return t('status.loaded', { loaded: String(loadedPages), total: String(totalPages) })
  if (readablePages === totalPages) return t('status.all', { count: totalPages, total: String(totalPages) })
  const counts = { count: readablePages, readable: String(readablePages), total: String(totalPages) }
  const { paymentHold: hold } = manifest
  return hold ? t('status.onHold', { ...counts, hold }) : t('status.preview', counts)
}

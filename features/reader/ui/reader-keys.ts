import { useTranslations } from 'use-intl/react'

const keys = [
  { key: '← →', does: 'turn' },
  { key: 'Home End', does: 'ends' },
  { key: '+ −', does: 'zoom' },
  { key: 'F', does: 'fullScreen' },
  { key: '/', does: 'search' },
] as const

/**
 * Returns the keyboard shortcuts while the focus is in the reader, or nowhere and the pages are in sight; undefined on
 * pages without a reader.
 *
 * @see features/reader/ui/reader-frame.tsx for what they do
 */
export function useReaderKeys(): { key: string; does: string }[] | undefined {
  const t = useTranslations()
  if (!t.has('reader.keys.turn')) return undefined
  return keys.map(({ key, does }) => ({ key, does: t(`reader.keys.${does}`) }))
}

import { Share2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from './button.tsx'
import { useCopy } from './copy-button.tsx'

/** Returns the address of the current page without tracking parameters. */
export const pageAddress = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href

/** Opens the device's share sheet; where there is none, the link is copied. */
export async function shareLink(data: { title: string; url: string }, copy: (text: string) => unknown): Promise<void> {
  if (!navigator.canShare?.(data)) return void copy(data.url)
  await navigator.share(data).catch((error: unknown) => {
    // The visitor closed the sheet.
    if ((error as Error).name !== 'AbortError') copy(data.url)
  })
}

/**
 * Button that opens the device's share sheet for the current page; where there is none, it copies the link.
 *
 * @param title Title of what is shared.
 */
export function ShareButton({ title, className }: { title: string; className?: string }) {
  const t = useTranslations('site.share')
  const { outcome, copy } = useCopy()
  return (
    <button
      type="button"
      className={buttonClass('quiet', `noscript:hidden ${className ?? ''}`)}
      onClick={() => void shareLink({ title, url: pageAddress() }, copy)}
    >
      <Share2 size={16} />
      <span aria-live="polite">{t(outcome === 'idle' ? 'share' : outcome === 'failed' ? 'linkFailed' : outcome)}</span>
      <span className="sr-only">{title}</span>
    </button>
  )
}

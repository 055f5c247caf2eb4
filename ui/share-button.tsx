import { Share2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from './button.tsx'
import { useCopy } from './copy-button.tsx'

/**
 * Button that opens the device's share sheet for the current page; where there is none, it copies the link.
 *
 * @param title Title of what is shared.
 */
export function ShareButton({ title, className }: { title: string; className?: string }) {
  const t = useTranslations('site.share')
  const { outcome, copy } = useCopy()
  const share = async () => {
    // The canonical address has no tracking parameters.
    const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
    const data = { title, url }
    if (!navigator.canShare?.(data)) return copy(url)
    await navigator.share(data).catch((error: unknown) => {
      // The visitor closed the sheet.
      if ((error as Error).name !== 'AbortError') return copy(url)
    })
  }
  return (
    <button
      type="button"
      className={buttonClass('quiet', `noscript:hidden ${className ?? ''}`)}
      onClick={() => void share()}
    >
      <Share2 size={16} />
      <span aria-live="polite">{t(outcome === 'idle' ? 'share' : outcome)}</span>
      <span className="sr-only">{title}</span>
    </button>
  )
}

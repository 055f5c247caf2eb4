import { Share2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from './button.tsx'
import { useCopy } from './copy-button.tsx'

/** Returns the address of the current page without tracking parameters. */
export function canonicalAddress(): URL {
  return new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href)
}

/** Returns a function that opens the device's share sheet, and what became of the link where there is none: a copy. */
export function useShare() {
  const { outcome, copy } = useCopy()
  const share = async (data: { title: string; url: string }) => {
    if (!navigator.canShare?.(data)) return copy(data.url)
    await navigator.share(data).catch((error: unknown) => {
      // The visitor closed the sheet.
      if ((error as Error).name !== 'AbortError') return copy(data.url)
    })
  }
  return { outcome, share }
}

/**
 * Button that opens the device's share sheet for the current page; where there is none, it copies the link.
 *
 * @param title Title of what is shared.
 */
export function ShareButton({ title, className }: { title: string; className?: string }) {
  const t = useTranslations('site.share')
  const { outcome, share } = useShare()
  return (
    <button
      type="button"
      className={buttonClass('quiet', `noscript:hidden ${className ?? ''}`)}
      onClick={() => void share({ title, url: canonicalAddress().href })}
    >
      <Share2 size={16} />
      <span aria-live="polite">{t(outcome === 'idle' ? 'share' : outcome)}</span>
      <span className="sr-only">{title}</span>
    </button>
  )
}

import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from './button.tsx'

/** Time for which a button says that it copied. */
const doneMs = 2000

/** Returns whether a text was copied, and a function that copies one. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async (text: string) => {
    clearTimeout(timer.current)
    // Without a secure origin there is no clipboard.
    const isCopied = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true)).catch(() => false)
    setOutcome(isCopied ? 'copied' : 'failed')
    timer.current = setTimeout(() => setOutcome('idle'), doneMs)
  }
  return { outcome, copy }
}

/**
 * Button that copies a text.
 *
 * @param what Names the text for screen readers.
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const t = useTranslations('site.share')
  const { outcome, copy } = useCopy()
  return (
    <button type="button" className={buttonClass('quiet', 'min-w-28 noscript:hidden')} onClick={() => void copy(text)}>
      <Copy size={16} />
      <span aria-live="polite">{t(outcome === 'idle' ? 'copy' : outcome)}</span>
      <span className="sr-only">{what}</span>
    </button>
  )
}

import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

/**
 * One thing to take along, with a button that copies it and says so.
 *
 * @param copied What lands on the clipboard; left out, the value itself.
 */
export function CopyLine({ label, value, copied = value }: { label: string; value: string; copied?: string }) {
  const shown = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 4_000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied)
      setOutcome('copied')
    } catch {
      // Without leave to write there, the words are marked, ready for the visitor's own copy key.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      setOutcome('selected')
    }
  }

  const Sign = outcome === 'copied' ? Check : Copy
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="label text-dust">{label}</span>
        <span ref={shown} className="figures text-small [overflow-wrap:anywhere]">
          {/* A word breaks only when it is longer than the line: a code stays in one piece. */}
          {value.split(' ').map((word, index) => (
            <span key={word}>
              {index > 0 ? ' ' : null}
              <span className="inline-block max-w-full">{word}</span>
            </span>
          ))}
        </span>
      </div>
      <Button onClick={copy} aria-label={`Copy ${label.toLowerCase()}`} className="min-w-32 shrink-0 !px-3">
        <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
        <span aria-hidden="true">{outcome === 'copied' ? 'Copied' : outcome === 'selected' ? 'Selected' : 'Copy'}</span>
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'copied' ? `${label} copied` : outcome === 'selected' ? `${label} is selected; press your copy key` : ''}
      </span>
    </li>
  )
}

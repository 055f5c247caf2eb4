import { X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { pauseRadio } from './radio-store.ts'

/**
 * Tells a waiting radio to stay silent. It is there only while the radio waits: with the focus in it, whatever makes it go
 * hands the focus on instead of dropping it.
 */
export function NoReturnButton({ focusAfter }: { focusAfter: RefObject<HTMLButtonElement | null> }) {
  const own = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [mine, heir] = [own.current, focusAfter.current]
    return () => {
      if (mine && mine === document.activeElement) heir?.focus()
    }
  }, [focusAfter])
  return (
    <button
      ref={own}
      type="button"
      onClick={pauseRadio}
      aria-label="Do not return"
      title="Do not return"
      className="grid size-11 shrink-0 cursor-pointer place-items-center text-dust hover:text-sand"
    >
      <X size={20} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}

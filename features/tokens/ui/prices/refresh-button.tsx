import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { refreshPrices, usePrices } from './price-store.ts'

/** Asks for prices now, and says how it went to whoever cannot see it. */
export function RefreshButton() {
  const { isBusy } = usePrices()
  const [said, setSaid] = useState('')
  async function refresh() {
    if (isBusy) return
    setSaid('')
    setSaid((await refreshPrices()) ? 'Prices are up to date.' : 'Prices could not be asked for. What was known stays.')
  }
  return (
    <>
      <button
        type="button"
        onClick={() => void refresh()}
        aria-disabled={isBusy}
        aria-label="Refresh prices"
        className={buttonClass('quiet', 'size-11 shrink-0 !p-0 noscript:hidden')}
      >
        <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" className={classNames(isBusy && 'animate-spin')} />
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}

import { useEffect, useState } from 'react'
import { readPrices, refreshPrices, usePrices } from './price-store.ts'
import { outcomeOf, type RefreshOutcome } from './refresh-outcome.ts'

/** Time for which the outcome is shown, in milliseconds. */
const outcomeShownMs = 6_000

/** Refresh of a visitor: its trigger, progress and outcome. */
export type Refresh = { refresh: () => void; isBusy: boolean; outcome: RefreshOutcome | undefined }

export function useRefresh(): Refresh {
  const { isBusy } = usePrices()
  const [outcome, setOutcome] = useState<RefreshOutcome>()
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(setOutcome, outcomeShownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  async function refresh() {
    if (isBusy) return
    // Cleared first, so that the same outcome is announced again.
    setOutcome(undefined)
    const isAnswered = await refreshPrices()
    setOutcome(outcomeOf(isAnswered, readPrices()))
  }
  return { refresh: () => void refresh(), isBusy, outcome }
}

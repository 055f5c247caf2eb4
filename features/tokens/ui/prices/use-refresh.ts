import { useEffect, useState } from 'react'
import { readPrices, refreshPrices, usePrices } from './price-store.ts'
import { outcomeOf, type RefreshOutcome } from './refresh-outcome.ts'

/** How long it is told what came of asking, in milliseconds. */
const outcomeShownMs = 6_000

/** A visitor's own question: the way to ask it, and for a while what came of it. */
export type Refresh = { refresh: () => void; isBusy: boolean; outcome: RefreshOutcome | undefined }

export function useRefresh(): Refresh {
  const { isBusy } = usePrices()
  const [outcome, setOutcome] = useState<RefreshOutcome>()
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(setOutcome, outcomeShownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  async function ask() {
    if (isBusy) return
    // Told again, it is read again.
    setOutcome(undefined)
    const isAnswered = await refreshPrices()
    setOutcome(outcomeOf(isAnswered, readPrices()))
  }
  return { refresh: () => void ask(), isBusy, outcome }
}

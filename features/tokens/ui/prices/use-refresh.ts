import { useEffect, useState } from 'react'
import { readPrices, refreshPrices, usePrices } from './price-store.ts'
import { refreshWords } from './refresh-words.ts'

/** How long it is told how asking went, in milliseconds. */
const tellMs = 6_000

/** A visitor's own question: the way to ask it, and for a while how it went. */
export type Refresh = { refresh: () => void; isBusy: boolean; said: string }

export function useRefresh(): Refresh {
  const { isBusy } = usePrices()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!said) return undefined
    const timer = setTimeout(setSaid, tellMs, '')
    return () => clearTimeout(timer)
  }, [said])
  async function ask() {
    if (isBusy) return
    // Said again, it is read again.
    setSaid('')
    const isAnswered = await refreshPrices()
    setSaid(refreshWords(isAnswered, readPrices().prices))
  }
  return { refresh: () => void ask(), isBusy, said }
}

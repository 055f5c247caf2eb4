import { useCallback, useEffect, useRef, useState } from 'react'
import type { AccessReply } from '#features/checkout/contract.ts'
import { accessPath } from '#features/checkout/constants.ts'

/** Access of this browser to a book; undefined until the server has responded. */
export type Access = AccessReply | undefined

/**
 * Returns whether a payment of this browser is on hold, because it is disputed or its amount is wrong or unknown. The
 * buyer must not pay again.
 */
export const isPaymentOnHold = (access: Access): boolean => access?.closed !== undefined && access.closed.by !== 'owner'

const freshForMs = 5_000
const hiddenMs = 30_000
/** A request that takes longer is aborted, so that polling continues. */
const timeoutMs = 15_000

/**
 * Fetches access after the page has loaded, because the page is the same for everyone. A failure is logged and retried;
 * the page works without it.
 *
 * @param isSold False for a free book, which needs no request.
 * @returns The current access, and a function that refreshes it.
 */
export function useAccess(bookId: string, isSold: boolean): [Access, () => Promise<Access>] {
  const [known, setKnown] = useState<{ bookId: string; access: AccessReply }>()
  const [hasFailed, setFailed] = useState(false)
  const latestRequest = useRef(0)
  const latestResponse = useRef(0)

  const refresh = useCallback(() => {
    const request = (latestRequest.current += 1)
    return fetchAccess(bookId).then((access) => {
      // Responses may arrive out of order, and an older one may miss a claim or a payment.
      if (request < latestResponse.current) return access
      setFailed(!access)
      if (access) {
        latestResponse.current = request
        setKnown({ bookId, access })
      }
      return access
    })
  }, [bookId])

  useEffect(() => {
    if (!isSold) return
    let refreshedAt = -freshForMs
    // The book may have been bought in another tab, or the page restored from the back/forward cache.
    const refreshIfStale = () => {
      if (document.visibilityState !== 'visible' || performance.now() - refreshedAt < freshForMs) return
      refreshedAt = performance.now()
      void refresh()
    }
    const restored = (event: PageTransitionEvent) => event.persisted && void refresh()
    void refresh()
    document.addEventListener('visibilitychange', refreshIfStale)
    window.addEventListener('pageshow', restored)
    return () => {
      document.removeEventListener('visibilitychange', refreshIfStale)
      window.removeEventListener('pageshow', restored)
    }
  }, [refresh, isSold])

  const access = known?.bookId === bookId ? known.access : undefined
  usePolling(access?.claim ? freshForMs : hasFailed ? hiddenMs : undefined, refresh)
  return [access, refresh]
}

/**
 * Polls while the owner has a claim to confirm or a request has failed: often while the page is visible, rarely
 * otherwise.
 */
function usePolling(everyMs: number | undefined, refresh: () => Promise<Access>): void {
  useEffect(() => {
    if (everyMs === undefined) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const schedule = () => {
      timer = setTimeout(refreshIfStale, document.visibilityState === 'visible' ? everyMs : hiddenMs)
    }
    const refreshIfStale = async () => {
      clearTimeout(timer)
      await refresh()
      if (isOver) return
      clearTimeout(timer)
      schedule()
    }
    // A visitor who returns to the page should see the current state.
    const refreshNow = () => void refreshIfStale()
    schedule()
    window.addEventListener('focus', refreshNow)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('focus', refreshNow)
    }
  }, [everyMs, refresh])
}

async function fetchAccess(bookId: string): Promise<Access> {
  try {
    const response = await fetch(accessPath(bookId), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    return (await response.json()) as AccessReply
  } catch (error) {
    // oxlint-disable-next-line eslint/no-console -- the page works without access; the reason is logged for developers
    console.warn(`access check failed: ${String(error)}`)
    return undefined
  }
}

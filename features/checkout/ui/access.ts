import { useCallback, useEffect, useRef, useState } from 'react'
import type { AccessReply } from '#features/checkout/contract.ts'
import { accessPath } from '#features/checkout/constants.ts'

/** Access of this browser to a book; undefined until the server has responded. */
export type Access = AccessReply | undefined

const freshForMs = 5_000
const hiddenMs = 30_000
/** A request without a response by then is aborted, so that polling continues. */
const answerMs = 15_000

/**
 * Fetches access after the page has loaded, because the page is the same for everyone. A failure is logged and retried;
 * the page works without it.
 *
 * @param isSold False for a free book, which needs no request.
 * @returns The current access, and a function that refreshes it.
 */
export function useAccess(bookId: string, isSold: boolean): [Access, () => Promise<Access>] {
  const [known, setKnown] = useState<{ bookId: string; access: AccessReply }>()
  const [isAskFailed, setAskFailed] = useState(false)
  const asked = useRef(0)
  const answered = useRef(0)

  const ask = useCallback(() => {
    const question = (asked.current += 1)
    return fetchAccess(bookId).then((access) => {
      // Responses may arrive out of order, and an older one may miss a claim or a payment.
      if (question < answered.current) return access
      setAskFailed(!access)
      if (access) {
        answered.current = question
        setKnown({ bookId, access })
      }
      return access
    })
  }, [bookId])

  useEffect(() => {
    if (!isSold) return
    let askedAt = -freshForMs
    // The book may have been bought in another tab, or the page restored from the back/forward cache.
    const look = () => {
      if (document.visibilityState !== 'visible' || performance.now() - askedAt < freshForMs) return
      askedAt = performance.now()
      void ask()
    }
    const restored = (event: PageTransitionEvent) => event.persisted && void ask()
    void ask()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', restored)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', restored)
    }
  }, [ask, isSold])

  const access = known?.bookId === bookId ? known.access : undefined
  usePolling(access?.claim ? freshForMs : isAskFailed ? hiddenMs : undefined, ask)
  return [access, ask]
}

/**
 * Polls while the owner has a claim to confirm or a request has failed: often while the page is visible, rarely
 * otherwise.
 */
function usePolling(everyMs: number | undefined, ask: () => Promise<Access>): void {
  useEffect(() => {
    if (everyMs === undefined) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const wait = () => {
      timer = setTimeout(look, document.visibilityState === 'visible' ? everyMs : hiddenMs)
    }
    const look = async () => {
      clearTimeout(timer)
      await ask()
      if (isOver) return
      clearTimeout(timer)
      wait()
    }
    // A returning visitor wants the current state.
    const back = () => void look()
    wait()
    window.addEventListener('focus', back)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('focus', back)
    }
  }, [everyMs, ask])
}

async function fetchAccess(bookId: string): Promise<Access> {
  try {
    const answer = await fetch(accessPath(bookId), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(answerMs),
    })
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    return (await answer.json()) as AccessReply
  } catch (error) {
    // oxlint-disable-next-line eslint/no-console -- the page works as a visitor's; who looks for the reason finds it here
    console.warn(`access check failed: ${String(error)}`)
    return undefined
  }
}

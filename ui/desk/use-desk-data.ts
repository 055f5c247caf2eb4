import { useCallback, useEffect, useState } from 'react'
import { callDesk, deskRefusal } from './call-desk.ts'

/**
 * What a list or a view of the desk shows: what came, whether something newer is on its way, and why it did not come.
 */
export type DeskData<Reply> = {
  /** The last that came; stays while the next is on its way. Undefined before the first. */
  data: Reply | undefined
  isLoading: boolean
  /** Why the last call failed; empty when it did not. */
  error: string
  /** Asks again. */
  reload(): void
}

type Answer<Reply> = { path: string; round: number; data: Reply | undefined; error: string }

/**
 * Reads one call of the desk and reads it again when its path changes; what came too late is dropped.
 *
 * @param path As for `callDesk`.
 */
export function useDeskData<Reply>(path: string): DeskData<Reply> {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer<Reply>>()
  useEffect(() => {
    const stop = new AbortController()
    callDesk<Reply>(path, { signal: stop.signal }).then(
      (data) => {
        if (!stop.signal.aborted) setAnswer({ path, round, data, error: '' })
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        setAnswer((before) => ({
          path,
          round,
          data: before?.path === path ? before.data : undefined,
          error: deskRefusal(error) ?? '',
        }))
      },
    )
    return () => stop.abort()
  }, [path, round])
  const isLoading = !answer || answer.path !== path || answer.round !== round
  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { data: answer?.data, isLoading, error: isLoading ? '' : (answer?.error ?? ''), reload }
}

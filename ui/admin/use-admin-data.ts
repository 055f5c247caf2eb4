import { useCallback, useEffect, useState } from 'react'
import { AdminApiError, adminErrorMessage, callAdminApi } from './call-admin-api.ts'

/** Result of {@link useAdminData}: the data, whether newer data is loading, and the last error. */
export type AdminData<Reply> = {
  /** The last response; it stays while the next one is loading. Undefined before the first. */
  data: Reply | undefined
  isLoading: boolean
  /** Message of the last failure; empty after a success. */
  error: string
  /** The last failure was that it does not exist, so that loading it again is pointless. */
  isMissing: boolean
  /** Loads the data again. */
  reload(): void
}

type Answer<Reply> = { path: string; round: number; data: Reply | undefined; error: string; isMissing: boolean }

/** Returns the message of a failure, and whether it was that the data does not exist. */
export function failureOf(error: unknown): Pick<AdminData<unknown>, 'error' | 'isMissing'> {
  return {
    error: adminErrorMessage(error) ?? '',
    isMissing: error instanceof AdminApiError && error.code === 'not-found',
  }
}

/**
 * Loads data from the newsletter admin API, and loads it again when the path changes. Outdated responses are dropped.
 *
 * @param path As for `callAdminApi`.
 */
export function useAdminData<Reply>(path: string): AdminData<Reply> {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer<Reply>>()
  useEffect(() => {
    const stop = new AbortController()
    callAdminApi<Reply>(path, { signal: stop.signal }).then(
      (data) => {
        if (!stop.signal.aborted) setAnswer({ path, round, data, error: '', isMissing: false })
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        setAnswer((before) => ({
          path,
          round,
          data: before?.path === path ? before.data : undefined,
          ...failureOf(error),
        }))
      },
    )
    return () => stop.abort()
  }, [path, round])
  const isLoading = !answer || answer.path !== path || answer.round !== round
  const reload = useCallback(() => setRound((before) => before + 1), [])
  return {
    data: answer?.data,
    isLoading,
    error: isLoading ? '' : (answer?.error ?? ''),
    isMissing: !isLoading && (answer?.isMissing ?? false),
    reload,
  }
}

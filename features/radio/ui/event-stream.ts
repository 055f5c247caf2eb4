/** Delays before a refused connection is reopened, in milliseconds; the last one repeats. */
const reopenDelaysMs = [4000, 30_000, 120_000] as const

/** Share by which a wait varies, so that clients refused together do not return together. */
const jitter = 0.2

/** Subscription to server-sent events, open while wanted. */
export type EventStream = {
  want(isWanted: boolean): void
}

type EventStreamOptions = {
  address: string
  /** Name of the events. */
  event: string
  onMessage: (data: string) => void
  /** Called when the connection fails or ends before the first event. */
  onFailure: () => void
}

/**
 * Creates an event stream. Browsers reopen a broken connection themselves but not a refused one; that is retried here
 * with growing delays.
 */
export function createEventStream({ address, event, onMessage, onFailure }: EventStreamOptions): EventStream {
  let events: EventSource | undefined
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let notBefore = Number.NEGATIVE_INFINITY

  function open(): void {
    const source = new EventSource(address)
    let hasSpoken = false
    events = source
    source.addEventListener(event, ({ data }: MessageEvent<string>) => {
      hasSpoken = true
      attempt = 0
      onMessage(data)
    })
    source.addEventListener('error', () => {
      if (source !== events) return
      if (!hasSpoken) onFailure()
      hasSpoken = false
      if (source.readyState !== EventSource.CLOSED) return
      events = undefined
      const delay = reopenDelaysMs[Math.min(attempt, reopenDelaysMs.length - 1)] ?? 0
      attempt += 1
      notBefore = performance.now() + delay * (1 + jitter * (2 * Math.random() - 1))
      attend()
    })
  }

  function attend(): void {
    clearTimeout(timer)
    if (!isWanted) {
      events?.close()
      events = undefined
    } else if (!events) {
      // A page that was hidden and shown again has to wait too.
      const waitMs = notBefore - performance.now()
      if (waitMs > 0) timer = setTimeout(attend, waitMs)
      else open()
    }
  }

  return {
    want(next) {
      if (next === isWanted) return
      isWanted = next
      attend()
    },
  }
}

/** Status of the stream. */
export type StreamStatus = 'silent' | 'starting' | 'playing' | 'reconnecting'

/**
 * An endless stream in one media element: it connects, detects a lost connection, and reconnects until it is stopped.
 */
export type Stream = {
  /** Connects, dropping the previous connection. Rejects when the browser refuses to play without a user gesture. */
  start(): Promise<void>
  /** Stops playback at once and ends the download. */
  stop(): void
  /** Retries now, because the connection is reported to be back. */
  retry(): void
}

type StreamOptions = {
  /** Returns a new address for each attempt, so that no cache responds. */
  address: () => string
  onStatus: (status: StreamStatus) => void
  /** Called when the device pauses playback, for example when headphones are unplugged or a call arrives. */
  onPausedByDevice: () => void
}

/** Delays before the attempts, in milliseconds; the last one repeats. */
const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000] as const

/**
 * Time for which the element's clock may stop, in milliseconds: while connecting, while playing, and while playing
 * after a stall.
 */
const patienceMs = { connecting: 10_000, playing: 6000, starved: 2000 } as const

/** After playing this long, in milliseconds, the retry delays start over. */
const steadyMs = 10_000
const checkIntervalMs = 500

/** @param element Used by this stream alone. Only its advancing clock proves that audio plays. */
export function createStream(
  element: HTMLAudioElement,
  { address, onStatus, onPausedByDevice }: StreamOptions,
): Stream {
  let status: StreamStatus = 'silent'
  let attempt = 0
  let connection = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let checkTimer: ReturnType<typeof setInterval> | undefined
  let seen = { time: 0, at: 0, starved: false, steadySince: 0 }

  function setStatus(next: StreamStatus): void {
    if (status === next) return
    status = next
    onStatus(next)
  }

  function connect(): Promise<void> {
    const mine = (connection += 1)
    clearTimeout(retryTimer)
    retryTimer = undefined
    element.src = address()
    const now = performance.now()
    seen = { time: 0, at: now, starved: false, steadySince: 0 }
    checkTimer ??= setInterval(checkProgress, checkIntervalMs)
    return element.play().catch((error: unknown) => {
      if (mine !== connection) return
      if (error instanceof DOMException && error.name === 'NotAllowedError') throw error
      lose(String(error))
    })
  }

  function checkProgress(): void {
    const now = performance.now()
    if (element.currentTime !== seen.time) {
      seen = { time: element.currentTime, at: now, starved: false, steadySince: seen.steadySince || now }
      if (now - seen.steadySince > steadyMs) attempt = 0
      return
    }
    const patience = seen.time === 0 ? patienceMs.connecting : seen.starved ? patienceMs.starved : patienceMs.playing
    if (now - seen.at > patience) lose('playback stalled')
  }

  function lose(reason: string): void {
    // oxlint-disable-next-line eslint/no-console -- the specification wants stream errors in the log only
    console.error('radio stream lost:', reason)
    drop()
    setStatus('reconnecting')
    const delay = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)]
    attempt += 1
    retryTimer = setTimeout(retry, delay)
  }

  function drop(): void {
    connection += 1
    clearInterval(checkTimer)
    checkTimer = undefined
    clearTimeout(retryTimer)
    retryTimer = undefined
    element.pause()
    element.removeAttribute('src')
    element.load()
  }

  function retry(): void {
    // Without a timer, the stream is connected or not wanted.
    if (retryTimer === undefined) return
    connect().catch((error: unknown) => lose(String(error)))
  }

  const isConnected = () => checkTimer !== undefined
  element.addEventListener('playing', () => isConnected() && setStatus('playing'))
  element.addEventListener('stalled', () => (seen.starved = true))
  element.addEventListener('ended', () => isConnected() && lose('the station ended the stream'))
  element.addEventListener(
    'error',
    () => isConnected() && lose(element.error?.message || `error ${element.error?.code}`),
  )
  // A pause of our own has removed the connection before.
  element.addEventListener(
    'pause',
    () => isConnected() && element.paused && !element.ended && !element.error && onPausedByDevice(),
  )

  return {
    async start() {
      drop()
      attempt = 0
      setStatus('starting')
      await connect()
    },
    stop() {
      drop()
      setStatus('silent')
    },
    retry,
  }
}

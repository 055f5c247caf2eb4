import { get } from 'node:http'

/** A listener of the station that connects again whenever the connection ends. */
export type Listener = {
  /** Returns the longest silence since the last call, in milliseconds, and how the connections of that time ended. */
  takeSilence(): { silenceMs: number; ended: string[] }
  stop(): void
}

/** Bytes of a millisecond of sound, of the station's 128 kbit/s. */
const bytesPerMs = 16

/**
 * Listens through the proxy like a player: it plays what it has received and is silent when that has run out. A new
 * connection starts with an empty buffer, because players drop the rest of a stream that ended.
 */
export function startListener(origin: string): Listener {
  let playableUntil: number | undefined
  let longestMs = 0
  let isStopped = false
  let ended: string[] = []
  let end: () => void = () => undefined

  const hear = (now: number) => {
    if (playableUntil !== undefined) longestMs = Math.max(longestMs, now - playableUntil)
  }
  const open = () => {
    if (isStopped) return
    let bytes = 0
    let status = 'no answer'
    const openedAt = performance.now()
    // The proxy keeps a connection whose stream has ended, so the end of the answer counts.
    const request = get(`${origin}/radio/stream.mp3`, { agent: false }, (answer) => {
      status = String(answer.statusCode)
      if (answer.statusCode !== 200) return void request.destroy()
      answer.on('data', (chunk: Buffer) => {
        const now = performance.now()
        hear(now)
        playableUntil = Math.max(now, bytes > 0 ? (playableUntil ?? now) : now) + chunk.length / bytesPerMs
        bytes += chunk.length
      })
      answer.on('error', () => undefined)
    })
    end = () => request.destroy()
    request.on('error', () => undefined)
    request.on('close', () => {
      ended.push(`${status}, ${bytes} bytes in ${((performance.now() - openedAt) / 1000).toFixed(1)} s`)
      setTimeout(open, 100)
    })
  }
  open()
  return {
    takeSilence() {
      hear(performance.now())
      const taken = { silenceMs: Math.max(0, longestMs), ended }
      longestMs = 0
      ended = []
      return taken
    },
    stop() {
      isStopped = true
      end()
    },
  }
}

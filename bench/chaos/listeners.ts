import { connect } from 'node:net'

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
  const { hostname, port, host } = new URL(origin)
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
    const socket = connect(Number(port), hostname)
    end = () => socket.destroy()
    let isAudio = false
    let bytes = 0
    let refusal = ''
    const openedAt = performance.now()
    socket.on('data', (chunk) => {
      // An error page is not sound.
      if (!isAudio && !chunk.toString('latin1').startsWith('HTTP/1.1 200')) {
        refusal = chunk.toString('latin1', 9, 12)
        return void socket.destroy()
      }
      bytes += chunk.length
      const now = performance.now()
      hear(now)
      playableUntil = Math.max(now, isAudio ? (playableUntil ?? now) : now) + chunk.length / bytesPerMs
      isAudio = true
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const seconds = ((performance.now() - openedAt) / 1000).toFixed(1)
      ended.push(refusal ? `answered ${refusal} after ${seconds} s` : `${bytes} bytes in ${seconds} s`)
      setTimeout(open, 100)
    })
    socket.write(`GET /radio/stream.mp3 HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
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

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy in front of a server that counts the downloaded bytes and can limit bandwidth and latency. */
export type ThrottledConnection = {
  origin: string
  /** Applies to all later traffic. */
  setSpeed(speed: Speed): void
  /** Bytes that reached the browser between two moments (ms of the epoch), heads of answers included. */
  bytesBetween(from: number, until: number): number
  stop(): void
}

/**
 * Bits a second that all connections share, and how long a bit takes there and back. Undefined is as fast as the
 * machine.
 */
export type Speed = { bitsPerSecond: number; roundTripMs: number } | undefined

/** The bandwidth and latency used as 4G. */
export const fourG: Speed = { bitsPerSecond: 10_000_000, roundTripMs: 60 }

const piece = 8 * 1024
const mostPieces = 8

/** Now in ms of the epoch, finer than a millisecond, as browsers count it. */
export const now = () => performance.timeOrigin + performance.now()

/**
 * Starts a proxy in front of `target`. It runs outside the browser because the browser's own throttling does not apply
 * to requests of its workers, and the baselines fetch in workers.
 */
export async function startThrottledConnection(target: string): Promise<ThrottledConnection> {
  const { hostname, port } = new URL(target)
  const arrivals: { at: number; bytes: number }[] = []
  const open = new Set<Socket>()
  let speed: Speed
  let freeAt = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.setNoDelay(true).on('error', () => undefined)
    }
    const underWay: Buffer[] = []
    const arrive = (bytes: Buffer) => {
      arrivals.push({ at: now(), bytes: bytes.length })
      if (!near.destroyed) near.write(bytes)
    }
    near.on('data', (bytes) => {
      if (speed) setTimeout(() => far.write(bytes), speed.roundTripMs / 2)
      else far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!speed) return arrive(bytes)
      for (let from = 0; from < bytes.length; from += piece) {
        const part = bytes.subarray(from, from + piece)
        freeAt = Math.max(freeAt, now()) + (part.length * 8000) / speed.bitsPerSecond
        underWay.push(part)
        // Timers may change places by a millisecond; bytes must not.
        const deliver = () => {
          arrive(underWay.shift()!)
          if (underWay.length < mostPieces) far.resume()
        }
        setTimeout(deliver, freeAt + speed.roundTripMs / 2 - now())
      }
      if (underWay.length >= mostPieces) far.pause()
    })
    // What is under way still arrives.
    far.on('close', () => setTimeout(() => near.end(), speed ? Math.max(0, freeAt - now()) + speed.roundTripMs : 0))
    near.on('close', () => {
      far.destroy()
      open.delete(near)
      open.delete(far)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setSpeed: (wanted) => void (speed = wanted),
    bytesBetween: (from, until) =>
      arrivals.reduce((sum, { at, bytes }) => (at >= from && at <= until ? sum + bytes : sum), 0),
    stop: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

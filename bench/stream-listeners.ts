import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Results of many concurrent listeners, from the moment the last one received its burst. */
export type CrowdReport = {
  listeners: number
  /** Mean kilobits per second and listener: the minimum and the median. */
  lowestKilobits: number
  medianKilobits: number
  /** Number of listeners below the goal. */
  starved: number
  /** Longest wait of any listener for the next bytes. */
  longestGapMs: number
  /** Number of waits of more than a second, of all listeners together. */
  longGaps: number
  errors: Map<string, number>
  /** CPU load of this process and its longest event loop delay. Both limit the precision of the other results. */
  ownCores: number
  deafMs: number
}

export type Goals = { leastKilobits: number; longestGapMs: number }

/** Connects slowly: some servers accept only five unanswered connections at a time. */
const dialsAtOnce = 4
const dialPauseMs = 10
const answerLimitMs = 60_000
const settleMs = 5000

type Listener = {
  socket: Socket
  isAnswered: boolean
  bytes: number
  firstAt: number
  lastAt: number
  longestGapMs: number
  longGaps: number
}

/**
 * Connects many listeners to a stream. Each one is a plain socket whose bytes are counted and discarded.
 *
 * @param options.during Called when all listeners are connected and have received their bursts; the function it returns
 * is called at the end, while all are still connected.
 */
export async function listenAsCrowd(options: {
  url: string
  listeners: number
  seconds: number
  goals: Goals
  during: () => () => void
}): Promise<CrowdReport> {
  const { url, seconds, goals } = options
  const errors = new Map<string, number>()
  const listeners: Listener[] = []
  const trash = Buffer.alloc(64 * 1024)
  const state = { isMeasuring: false, isOver: false }
  const fail = (reason: string) => {
    if (!state.isOver) errors.set(reason, (errors.get(reason) ?? 0) + 1)
  }

  for (let n = 0; n < options.listeners; n += 1) {
    listeners.push(dial(new URL(url)))
    if (n % dialsAtOnce === dialsAtOnce - 1) await sleep(dialPauseMs)
  }
  for (const until = performance.now() + answerLimitMs; performance.now() < until; await sleep(100)) {
    if (listeners.every(({ isAnswered, socket }) => isAnswered || socket.destroyed)) break
  }
  await sleep(settleMs)

  const deafness = monitorEventLoopDelay({ resolution: 10 })
  deafness.enable()
  const cpu = process.cpuUsage()
  const stopWatching = options.during()
  const from = performance.now()
  state.isMeasuring = true
  await sleep(seconds * 1000)
  const to = performance.now()
  stopWatching()
  const used = process.cpuUsage(cpu)
  deafness.disable()
  state.isOver = true
  for (const { socket } of listeners) socket.destroy()

  const silent = listeners.filter(({ firstAt }) => firstAt === 0).length
  if (silent > 0) errors.set('nothing came', silent)
  const rates = listeners
    .map(({ bytes, firstAt, lastAt }) => (lastAt > firstAt ? (bytes * 8) / (lastAt - firstAt) : 0))
    .toSorted((a, b) => a - b)
  // A listener who received nothing at the beginning or the end had a gap there, too.
  const edges = listeners.map(({ firstAt, lastAt }) => (firstAt ? Math.max(firstAt - from, to - lastAt) : to - from))
  return {
    listeners: listeners.length,
    lowestKilobits: rates[0] ?? 0,
    medianKilobits: rates[Math.floor(rates.length / 2)] ?? 0,
    starved: rates.filter((rate) => rate < goals.leastKilobits).length,
    longestGapMs: Math.max(...edges, ...listeners.map(({ longestGapMs }) => longestGapMs)),
    longGaps:
      listeners.reduce((sum, { longGaps }) => sum + longGaps, 0) +
      edges.filter((edge) => edge > goals.longestGapMs).length,
    errors,
    ownCores: (used.user + used.system) / 1e6 / seconds,
    deafMs: deafness.max / 1e6,
  }

  function dial({ hostname, port, pathname, host }: URL): Listener {
    const listener: Listener = {
      isAnswered: false,
      bytes: 0,
      firstAt: 0,
      lastAt: 0,
      longestGapMs: 0,
      longGaps: 0,
      socket: undefined as never,
    }
    listener.socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: trash,
        callback(count, buffer) {
          if (!listener.isAnswered) {
            listener.isAnswered = true
            const status = Buffer.from(buffer.buffer, buffer.byteOffset, 32).toString('latin1').split('\r')[0] ?? ''
            if (!/^HTTP\/1\.[01] 200/.test(status)) fail(status)
          }
          if (!state.isMeasuring) return true
          const now = performance.now()
          if (listener.firstAt === 0) {
            listener.firstAt = now
          } else {
            const gap = now - listener.lastAt
            if (gap > listener.longestGapMs) listener.longestGapMs = gap
            if (gap > goals.longestGapMs) listener.longGaps += 1
            listener.bytes += count
          }
          listener.lastAt = now
          return true
        },
      },
    })
    listener.socket
      .on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
      .on('close', () => fail('closed'))
    listener.socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: crowd\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
    )
    return listener
  }
}

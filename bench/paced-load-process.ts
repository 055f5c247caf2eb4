import { connect, type Socket } from 'node:net'

/*
 * Process of paced-load.ts. It uses plain sockets and discards responses: at 5,000 requests a second a more comfortable
 * client takes a core, which on two cores is a core of the server.
 */

/** The requests to send, and their pace. */
export type PacedOrder = { urls: string[]; perSecond: number; connections: number }

/** Results since the last interval. */
export type PacedWindow = {
  seconds: number
  latenciesMs: number[]
  lagsMs: number[]
  failures: number
  waiting: number
}

type Connection = { socket: Socket; plannedAt: number | undefined; head: string; left: number }

const order = JSON.parse(process.argv[2] ?? '') as PacedOrder
const [first] = order.urls
const { hostname, port, host } = new URL(first ?? '')
const requests = order.urls.map((url) => {
  const { pathname, search } = new URL(url)
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: gzip, deflate, br\r\n\r\n`)
})

let latenciesMs: number[] = []
let lagsMs: number[] = []
let failures = 0
let cutAt = performance.now()
let sentCount = 0
const free: Connection[] = []
const waiting: number[] = []
let underway = 0

await Promise.all(Array.from({ length: order.connections }, open))
process.on('message', () => {
  const now = performance.now()
  const window: PacedWindow = {
    seconds: (now - cutAt) / 1000,
    latenciesMs,
    lagsMs,
    failures,
    waiting: waiting.length + underway,
  }
  process.send?.(window)
  latenciesMs = []
  lagsMs = []
  failures = 0
  cutAt = performance.now()
})
process.on('disconnect', () => process.exit())

const beganAt = performance.now()
let planned = 0
tick()
process.send?.('ready')

function tick(): void {
  const now = performance.now()
  for (let at = momentOf(planned); at <= now; at = momentOf(planned)) {
    planned += 1
    lagsMs.push(now - at)
    const line = free.pop()
    if (line) send(line, at)
    else waiting.push(at)
  }
  setTimeout(tick, 1)
}

function momentOf(number: number): number {
  return beganAt + (number * 1000) / order.perSecond
}

function send(line: Connection, plannedAt: number): void {
  underway += 1
  line.plannedAt = plannedAt
  line.head = ''
  line.left = -1
  line.socket.write(requests[sentCount++ % requests.length]!)
}

function goOn(line: Connection): void {
  const next = waiting.shift()
  if (next === undefined) free.push(line)
  else send(line, next)
}

async function open(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const line: Connection = { socket, plannedAt: undefined, head: '', left: -1 }
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => take(line, chunk))
  socket.on('close', () => {
    const place = free.indexOf(line)
    if (place >= 0) free.splice(place, 1)
    if (line.plannedAt !== undefined) {
      underway -= 1
      failures += 1
    }
    void open().catch(() => undefined)
  })
  goOn(line)
}

/** Counts the bytes of the response that a connection waits for. */
function take(line: Connection, chunk: Buffer): void {
  if (line.left < 0) {
    line.head += chunk.toString('latin1')
    const end = line.head.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(line.head.slice(0, end))?.[1]
    // All responses of the site declare their length.
    if (length === undefined || !line.head.startsWith('HTTP/1.1 200')) failures += 1
    line.left = Number(length ?? 0) - (line.head.length - end - 4)
  } else line.left -= chunk.length
  if (line.left > 0 || line.plannedAt === undefined) return
  latenciesMs.push(performance.now() - line.plannedAt)
  line.plannedAt = undefined
  underway -= 1
  goOn(line)
}

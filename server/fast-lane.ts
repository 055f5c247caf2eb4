import { type IncomingHttpHeaders, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Answer, answerWith } from './kept-answer.ts'
import type { KeptPage, PageCache } from './page-cache.ts'

/** A visitor who says nothing for this long after connecting is not coming. */
const firstWordMs = 10_000

/** Requests of browsers are smaller; whatever is larger is Node's to read. */
const largestRequest = 4096

/** Headers that change how a request or its answer travels. One of them, and Node's parser takes over. */
const leaveToNode = new Set(['upgrade', 'expect', 'transfer-encoding', 'content-length', 'te', 'trailer', 'proxy-connection'])

/**
 * Answers requests for kept pages straight from the socket. Only a request that arrives whole, alone and in the plainest form rides here;
 * at the first one that does not, the connection is given to Node's own HTTP server with every byte, and stays there.
 *
 * Why not leave it all to Node: parsing, timers and writing of one such request cost it more than twice as much; see bench/throughput.ts.
 *
 * @param headers What every answer of the site carries.
 */
export function openFastLane(server: Server, cache: PageCache, headers: Record<string, string>): void {
  const handOver = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  const riding = new Set<Socket>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const leave = () => {
      riding.delete(socket)
      socket.off('data', read).off('drain', resume).off('timeout', hangUp).off('error', hangUp).off('close', leave)
    }
    const hangUp = () => void socket.destroy()
    const resume = () => void socket.resume()
    const read = (chunk: Buffer) => {
      const answer = answerTo(chunk, cache)
      if (answer) {
        socket.setTimeout(server.keepAliveTimeout)
        // Who asks without listening waits until they have listened.
        if (!socket.write(wire(answer, headers, server.keepAliveTimeout))) socket.pause()
        return
      }
      leave()
      socket.setTimeout(0)
      socket.pause()
      socket.unshift(chunk)
      for (const listener of handOver) listener.call(server, socket)
      socket.resume()
    }
    riding.add(socket)
    socket.setTimeout(firstWordMs)
    socket.on('data', read).on('drain', resume).on('timeout', hangUp).on('error', hangUp).on('close', leave)
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  // Between two requests nothing is under way here, so every connection on the lane is idle.
  server.closeIdleConnections = () => {
    for (const socket of riding) socket.end()
    closeIdle()
  }
}

function answerTo(chunk: Buffer, cache: PageCache): Answer | undefined {
  if (chunk.length > largestRequest) return undefined
  const text = chunk.toString('latin1')
  // One whole request: the empty line is there, and nothing follows it.
  if (!text.startsWith('GET /') || text.indexOf('\r\n\r\n') !== text.length - 4) return undefined
  const [start = '', ...lines] = text.slice(0, -4).split('\r\n')
  if (!start.endsWith(' HTTP/1.1')) return undefined
  const page = cache.find(start.slice(4, -9))
  return page && answerPlainly(page, lines)
}

const plainHeader = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\x20-\x7e]*)$/

function answerPlainly(page: KeptPage, lines: string[]): Answer | undefined {
  const headers: IncomingHttpHeaders = {}
  for (const line of lines) {
    const [, name, value = ''] = plainHeader.exec(line) ?? []
    const key = name?.toLowerCase()
    if (key === undefined || key in headers || leaveToNode.has(key)) return undefined
    headers[key] = value.trimEnd()
  }
  if (!headers.host || (headers.connection !== undefined && headers.connection.toLowerCase() !== 'keep-alive')) return undefined
  return answerWith(page, headers)
}

const wires = new WeakMap<Record<string, string>, { status: number; second: number; bytes: Buffer }>()

// The headers of one answer are one object as long as the page is kept, so its bytes are put together once a second, for the date.
function wire({ status, headers, body }: Answer, common: Record<string, string>, keepAliveMs: number): Buffer {
  const second = Math.floor(Date.now() / 1000)
  const known = wires.get(headers)
  if (known?.second === second && known.status === status) return known.bytes
  const all = { ...common, ...headers, ...(body ? { 'content-length': String(body.length) } : {}) }
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    `Date: ${new Date(second * 1000).toUTCString()}`,
    'Connection: keep-alive',
    `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}`,
  ].join('\r\n')
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
  wires.set(headers, { status, second, bytes })
  return bytes
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SlowUpload } from '#platform/feature.ts'

/** A body may take this long, as long as nothing else is said of its address. */
const usualMs = 30_000

/**
 * Ends requests whose body does not arrive in time. Node knows one limit for all requests of a server; one address that
 * takes large files must not open the door for slow bodies everywhere else. One that is given up is answered 408, and
 * its connection closed.
 */
export function guardBody(
  request: IncomingMessage,
  response: ServerResponse,
  slowUploads: readonly SlowUpload[],
  usualLimitMs = usualMs,
): void {
  if (request.headers['transfer-encoding'] === undefined && !(Number(request.headers['content-length']) > 0)) return
  const slow = slowUploads.find(({ path }) => path.test(request.url ?? ''))
  const giveUp = () => {
    if (request.complete) return end()
    end()
    refuse(request, response)
  }
  const timer = setTimeout(giveUp, slow?.maxMs ?? usualLimitMs)
  const watch = slow && setInterval(atPace(request, slow, giveUp), slow.everyMs)
  const end = () => {
    clearTimeout(timer)
    clearInterval(watch)
  }
  request.once('end', end).once('close', end)
}

function atPace(request: IncomingMessage, slow: SlowUpload, giveUp: () => void): () => void {
  const { socket } = request
  const began = socket.bytesRead
  let before = began
  return () => {
    const now = socket.bytesRead
    // What we ourselves do not read yet is not the other side's slowness.
    const isOurs = socket.isPaused() || request.isPaused()
    if ((now - before < slow.minBytes && !isOurs) || now - began > slow.maxBytes) giveUp()
    before = now
  }
}

/** How long the other side may go on sending before it has read the answer. */
const lastWordMs = 2_000

function refuse({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || !socket.writable) return void socket.destroy()
  const detail = 'The upload took too long. Try again on a faster connection.'
  const body = JSON.stringify({ success: false, code: 'invalid-input', message: detail, detail })
  const head = [
    'HTTP/1.1 408 Request Timeout',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  // Closing while bytes still come would take the answer away from who sends them.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), lastWordMs).unref()
}

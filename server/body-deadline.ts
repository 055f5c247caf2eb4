import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SlowUpload } from '#platform/feature.ts'

/** Default time limit for a request body, in milliseconds. */
const defaultLimitMs = 30_000

/**
 * Ends requests whose body does not arrive in time. Node has one limit for all requests of a server; a route for large
 * files must not allow slow bodies everywhere. An aborted request is answered with 408, and its connection is closed.
 */
export function guardBody(
  request: IncomingMessage,
  response: ServerResponse,
  slowUploads: readonly SlowUpload[],
  limitMs = defaultLimitMs,
): void {
  if (request.headers['transfer-encoding'] === undefined && !(Number(request.headers['content-length']) > 0)) return
  const slow = slowUploads.find(({ path }) => path.test(request.url ?? ''))
  const abort = () => {
    if (request.complete) return end()
    end()
    sendTimeout(request, response)
  }
  const timer = setTimeout(abort, slow?.maxMs ?? limitMs)
  const rateTimer = slow && setInterval(checkRate(request, slow, abort), slow.everyMs)
  const end = () => {
    clearTimeout(timer)
    clearInterval(rateTimer)
  }
  request.once('end', end).once('close', end)
}

function checkRate(request: IncomingMessage, slow: SlowUpload, abort: () => void): () => void {
  const { socket } = request
  const began = socket.bytesRead
  let before = began
  return () => {
    const now = socket.bytesRead
    // Data that this process has not read yet does not count as a slow client.
    const isOurs = socket.isPaused() || request.isPaused()
    if ((now - before < slow.minBytes && !isOurs) || now - began > slow.maxBytes) abort()
    before = now
  }
}

/** Time for the client to read the response before the connection is destroyed, in milliseconds. */
const closeDelayMs = 2_000

function sendTimeout({ socket }: IncomingMessage, response: ServerResponse): void {
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
  const requestId = response.getHeader('x-request-id')
  if (requestId !== undefined) head.push(`x-request-id: ${String(requestId)}`)
  // Closing while data arrives would discard the response.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), closeDelayMs).unref()
}

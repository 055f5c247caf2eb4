import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SlowUpload } from '#platform/feature.ts'
import { endWith, rawResponse } from './raw-response.ts'

/** Default time limit for a request body, in milliseconds. */
const defaultLimitMs = 30_000

/**
 * Ends requests whose body does not arrive in time. Node has one limit for all requests of a server; a route for large
 * files must not allow slow bodies everywhere. An aborted request is answered with 408, and its connection is closed.
 *
 * @param headers Headers of every response.
 */
export function guardBody(
  request: IncomingMessage,
  response: ServerResponse,
  slowUploads: readonly SlowUpload[],
  limitMs = defaultLimitMs,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (request.headers['transfer-encoding'] === undefined && !(Number(request.headers['content-length']) > 0)) return
  const slow = slowUploads.find(({ path }) => path.test(request.url ?? ''))
  const abort = () => {
    if (request.complete) return end()
    end()
    sendTimeout(request, response, headers)
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

function sendTimeout(
  { socket }: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || !socket.writable) return void socket.destroy()
  const requestId = response.getHeader('x-request-id')
  endWith(
    socket,
    rawResponse(408, 'The upload took too long. Try again on a faster connection.', {
      ...headers,
      ...(requestId === undefined ? {} : { 'x-request-id': String(requestId) }),
    }),
  )
}

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'

type Headers = Readonly<Record<string, string>>

/**
 * Returns a whole HTTP response with an error, for connections that have no request or whose request is not complete.
 *
 * @param headers Headers of every response, to which those of the body are added.
 */
export function rawResponse(status: number, detail: string, headers: Headers): string {
  const body = JSON.stringify({ success: false, code: 'invalid-input', message: detail, detail })
  const head = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'connection': 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n')
}

/** Time for the client to read a response before its connection is destroyed, in milliseconds. */
const closeDelayMs = 2_000

/** Sends a response and closes the connection. Closing while data still arrives would discard the response. */
export function endWith(socket: IncomingMessage['socket'], response: string): void {
  socket.end(response)
  setTimeout(() => socket.destroy(), closeDelayMs).unref()
}

/**
 * Answers a request that Node.js could not read, and closes its connection.
 *
 * @param running Last response on the connection, which must not be interrupted by another one.
 * @see https://nodejs.org/api/http.html#event-clienterror
 */
export function rejectUnreadable(
  error: NodeJS.ErrnoException,
  socket: IncomingMessage['socket'],
  headers: Headers,
  running: ServerResponse | undefined,
): void {
  if (socket.destroyed) return
  const isInterrupting = running?.headersSent && !running.writableFinished
  if (error.code === 'ECONNRESET' || !socket.writable || isInterrupting) socket.destroy(error)
  else endWith(socket, answerTo(error.code, headers))
}

function answerTo(code: string | undefined, headers: Headers): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return rawResponse(408, 'The request took too long. Try again on a faster connection.', headers)
  if (code === 'HPE_HEADER_OVERFLOW')
    return rawResponse(431, 'The request headers are too large. Delete this site’s cookies and try again.', headers)
  return rawResponse(400, 'The request is not valid HTTP.', headers)
}

/** Anybody's answer is over after so many bytes. */
const mostBytes = 2 * 1024 * 1024

/** Thrown while reading an answer that does not end. */
export class TooLongAnswerError extends Error {
  constructor() {
    super(`The answer is longer than ${mostBytes} bytes.`)
    this.name = 'TooLongAnswerError'
  }
}

/**
 * `fetch` for a model's address: a redirect would carry the key to somebody else, so none is followed, and what comes is read up to 2 MB.
 *
 * @throws TooLongAnswerError
 */
export const cappedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new TooLongAnswerError()
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { status: response.status, headers: response.headers })
}

/** Result of a request: parsed JSON of any shape, or an error that continues a sentence about the source. */
type JsonAnswer = { ok: true; body: unknown } | { ok: false; error: string; cooldownSeconds?: number }

/** Timeout in milliseconds and maximum size in bytes. */
const defaultLimits = { timeMs: 4_000, bytes: 256 * 1024 }
const rest = { usualSeconds: 60, maxSeconds: 3_600 }

/**
 * Fetches JSON from a source. Never rejects, follows no redirect, and aborts responses that are slow, incomplete or too
 * large.
 *
 * @param signal Aborts the request.
 * @returns `cooldownSeconds` when the source is rate limiting.
 */
export async function fetchJson(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  { timeMs, bytes }: typeof defaultLimits = defaultLimits,
): Promise<JsonAnswer> {
  const tooLate = AbortSignal.timeout(timeMs)
  try {
    const response = await fetch(url, {
      headers: { 'accept': 'application/json', 'user-agent': 'Swade prices', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, tooLate]),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      if (response.status === 429)
        return { ok: false, error: 'is rate limiting requests', cooldownSeconds: retryAfterSecondsOf(response.headers) }
      return {
        ok: false,
        error: response.status >= 300 && response.status < 400 ? 'redirects' : `returned status ${response.status}`,
      }
    }
    const text = await readUpTo(response, bytes)
    if (text === undefined) return { ok: false, error: 'returned too much data' }
    return { ok: true, body: JSON.parse(text) as unknown }
  } catch (error) {
    if (tooLate.aborted) return { ok: false, error: `did not respond within ${timeMs / 1000} s` }
    return {
      ok: false,
      error: error instanceof SyntaxError ? 'returned invalid JSON' : 'cannot be reached',
    }
  }
}

/** Reads a response up to a maximum size; undefined above it. */
async function readUpTo(response: Response, maxBytes: number): Promise<string | undefined> {
  const deps: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) return undefined
    deps.push(part)
  }
  return Buffer.concat(deps).toString('utf8')
}

/**
 * Returns the cooldown of a 429 response in seconds, within bounds.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterSecondsOf(headers: Headers, nowMs = Date.now()): number {
  const after = headers.get('retry-after')?.trim() ?? ''
  const reset = Number(headers.get('x-ratelimit-reset'))
  const seconds = /^\d+$/.test(after)
    ? Number(after)
    : after && Number.isFinite(Date.parse(after))
      ? (Date.parse(after) - nowMs) / 1000
      : reset > 0
        ? reset - nowMs / 1000
        : rest.usualSeconds
  return Math.min(Math.max(Math.ceil(seconds), 1), rest.maxSeconds)
}

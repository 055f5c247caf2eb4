/** Real responses have a few kilobytes. */
const maxBytes = 256 * 1024

/** Error of a station request, worded for the log and the owner; it never contains an address or a key. */
export class StationError extends Error {}

/** Limits of a station request. */
export type CallLimits = {
  /** Aborts the request. */
  signal: AbortSignal
  timeoutMs: number
  /** Creates the timeout signal; defaults to `AbortSignal.timeout`. */
  timeout?: (ms: number) => AbortSignal
}

type Call = CallLimits & { method?: string; headers?: Record<string, string>; body?: string | FormData }

/**
 * Sends one request to AzuraCast and reads the response, whatever its status, within limits of time and size.
 *
 * @throws StationError for an incomplete response, or none within the time limit.
 */
export async function callStation(
  address: URL,
  { signal, timeoutMs, timeout = (ms) => AbortSignal.timeout(ms), headers, ...call }: Call,
): Promise<{ status: number; body: string }> {
  try {
    const response = await fetch(address, {
      ...call,
      // Only the station's own address may respond.
      redirect: 'manual',
      headers: { 'accept': 'application/json', 'accept-encoding': 'identity', ...headers },
      signal: AbortSignal.any([signal, timeout(timeoutMs)]),
    })
    return { status: response.status, body: await readWithin(response) }
  } catch (error) {
    if (error instanceof StationError) throw error
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new StationError(`no complete response within ${timeoutMs / 1000} s`)
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
    throw new StationError(`the station cannot be reached (${code ?? (error as Error).name})`)
  }
}

/** @throws StationError for invalid JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new StationError('the response is not JSON')
  }
}

async function readWithin(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early closes the connection.
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > maxBytes) throw new StationError(`the response is larger than ${maxBytes / 1024} KB`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

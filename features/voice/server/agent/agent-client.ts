/** Address and agent of the voice service; an agent without API key is public. */
export type AgentSettings = { agentId: string; apiKey: string | undefined; baseUrl: string | undefined }

/** Default base URL of the service. */
export const defaultBaseUrl = 'https://api.elevenlabs.io'

const timeoutMs = 5_000

/**
 * Sends a GET request to the voice service with the owner's API key.
 *
 * @param maxBytes Maximum size of the response.
 * @returns Status and, if it is 2xx, the parsed JSON body.
 * @throws Error if the service does not respond within 5 s, redirects, or responds with invalid JSON.
 */
export async function requestAgent(
  { apiKey, baseUrl }: Pick<AgentSettings, 'apiKey' | 'baseUrl'>,
  path: string,
  maxBytes: number,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(new URL(path, baseUrl ?? defaultBaseUrl), {
    headers: apiKey ? { 'xi-api-key': apiKey } : {},
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.ok) return { status: answer.status, body: JSON.parse(await readUpTo(answer, maxBytes)) as unknown }
  await answer.body?.cancel()
  return { status: answer.status, body: undefined }
}

async function readUpTo(answer: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new Error(`voice service response exceeds ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Where the agent service is, and who is talked to there; without a key the agent is a public one. */
export type AgentSettings = { agentId: string; apiKey: string | undefined; baseUrl: string | undefined }

/** Where the service is unless the configuration says otherwise. */
export const defaultBaseUrl = 'https://api.elevenlabs.io'

const timeoutMs = 5_000

/**
 * Asks the agent service with the owner's key, which goes nowhere else.
 *
 * @param maxBytes A longer answer is none.
 * @returns Parsed JSON of any shape with status 200, and nothing with another.
 * @throws Error when the service cannot be reached in 5 s, leads elsewhere or answers no JSON.
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

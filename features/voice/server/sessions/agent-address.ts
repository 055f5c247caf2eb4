import { z } from 'zod'

/** Where the agent service is, and who is talked to there; without a key the agent is a public one. */
export type AgentSettings = { agentId: string; apiKey: string | undefined; baseUrl: string | undefined }

const standardBase = 'https://api.elevenlabs.io'
const answerLimitMs = 5_000
const mostBytes = 64 * 1024
const signedSchema = z.object({ signed_url: z.url({ protocol: /^wss?$/ }).max(4096) })

/** Origins the pages connect to for a conversation; named in the content security policy. */
export function agentOrigins({ baseUrl }: Pick<AgentSettings, 'baseUrl'>): string[] {
  const bases = baseUrl ? [baseUrl] : [standardBase, 'https://api.us.elevenlabs.io']
  return bases.flatMap((base) => [new URL(base).origin, socketOrigin(base)])
}

/**
 * The address of one conversation: of a public agent by its id, of a private one signed by the service for a short while. The key stays here.
 *
 * @throws Error when the service does not sign, or answers with an address that is not its own.
 */
export async function askAgentAddress({ agentId, apiKey, baseUrl }: AgentSettings): Promise<string> {
  const base = baseUrl ?? standardBase
  const agent = new URLSearchParams({ agent_id: agentId })
  if (!apiKey) return `${socketOrigin(base)}/v1/convai/conversation?${agent}`
  const answer = await fetch(new URL(`/v1/convai/conversation/get-signed-url?${agent}`, base), {
    headers: { 'xi-api-key': apiKey },
    redirect: 'error',
    signal: AbortSignal.timeout(answerLimitMs),
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`the agent service answered ${answer.status}`)
  }
  const { signed_url: address } = signedSchema.parse(JSON.parse(await readShort(answer)))
  // Pages may connect to no other place; told here, it is found in the log and not in a visitor's console.
  if (!agentOrigins({ baseUrl }).includes(new URL(address).origin))
    throw new Error(`the agent service signed an address of ${new URL(address).host}`)
  return address
}

async function readShort(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new Error(`the agent service answered with more than ${mostBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function socketOrigin(base: string): string {
  const { protocol, host } = new URL(base)
  return `${protocol === 'http:' ? 'ws:' : 'wss:'}//${host}`
}

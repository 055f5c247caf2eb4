import { z } from 'zod'
import { type AgentSettings, requestAgent, defaultBaseUrl } from './agent-client.ts'

const maxBytes = 64 * 1024
const nameSchema = z.string().regex(/^[\w-]{1,100}$/)
const signedSchema = z.object({
  signed_url: z.url({ protocol: /^wss?$/ }).max(4096),
  conversation_id: nameSchema.optional().catch(undefined),
})

/** Returns the origins to which pages connect for a conversation, for the content security policy. */
export function agentOrigins({ baseUrl }: Pick<AgentSettings, 'baseUrl'>): string[] {
  const bases = baseUrl ? [baseUrl] : [defaultBaseUrl, 'https://api.us.elevenlabs.io']
  return bases.flatMap((base) => [new URL(base).origin, socketOrigin(base)])
}

/** Address of a conversation, with the service's id of it if known. */
type AgentAddress = { url: string; conversation: string | undefined }

/**
 * Fetches the address of a conversation: a public agent by its id, a private one with a short-lived signature of the
 * service. An address with a conversation id is valid for one conversation. The API key stays on the server.
 *
 * @throws Error if the service does not sign, or returns an address on another host.
 * @see https://elevenlabs.io/docs/api-reference/conversations/get-signed-url
 */
export async function fetchAgentAddress(settings: AgentSettings): Promise<AgentAddress> {
  const { agentId, apiKey, baseUrl } = settings
  const query = new URLSearchParams({ agent_id: agentId })
  if (!apiKey)
    return {
      url: `${socketOrigin(baseUrl ?? defaultBaseUrl)}/v1/convai/conversation?${query}`,
      conversation: undefined,
    }
  query.set('include_conversation_id', 'true')
  const { status, body } = await requestAgent(settings, `/v1/convai/conversation/get-signed-url?${query}`, maxBytes)
  if (status !== 200) throw new Error(`voice service responded with status ${status}`)
  const { signed_url: url, conversation_id: named } = signedSchema.parse(body)
  const { origin, host, searchParams } = new URL(url)
  // Pages may not connect to other hosts. If checked here, the error is in the log instead of in a visitor's console.
  if (!agentOrigins({ baseUrl }).includes(origin))
    throw new Error(`voice service returned a URL on an unexpected host: ${host}`)
  return { url, conversation: named ?? nameSchema.safeParse(searchParams.get('conversation_id')).data }
}

function socketOrigin(base: string): string {
  const { protocol, host } = new URL(base)
  return `${protocol === 'http:' ? 'ws:' : 'wss:'}//${host}`
}

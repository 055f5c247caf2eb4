import { z } from 'zod'
import { type AgentSettings, requestAgent, defaultBaseUrl } from './agent-client.ts'

const maxBytes = 64 * 1024
const nameSchema = z.string().regex(/^[\w-]{1,100}$/)
const signedSchema = z.object({
  signed_url: z.url({ protocol: /^wss?$/ }).max(4096),
  conversation_id: nameSchema.optional().catch(undefined),
})

/** Origins the pages connect to for a conversation; named in the content security policy. */
export function agentOrigins({ baseUrl }: Pick<AgentSettings, 'baseUrl'>): string[] {
  const bases = baseUrl ? [baseUrl] : [defaultBaseUrl, 'https://api.us.elevenlabs.io']
  return bases.flatMap((base) => [new URL(base).origin, socketOrigin(base)])
}

/** Where one conversation is had, and how the service names it in its records, where it says so. */
export type AgentAddress = { url: string; conversation: string | undefined }

/**
 * The address of one conversation: of a public agent by its id, of a private one signed by the service for a short
 * while. One that the service has named beforehand is good for a single conversation. The key stays here.
 *
 * @throws Error when the service does not sign, or answers with an address that is not its own.
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
  // Pages may connect to no other place; told here, it is found in the log and not in a visitor's console.
  if (!agentOrigins({ baseUrl }).includes(origin))
    throw new Error(`voice service returned a URL on an unexpected host: ${host}`)
  return { url, conversation: named ?? nameSchema.safeParse(searchParams.get('conversation_id')).data }
}

function socketOrigin(base: string): string {
  const { protocol, host } = new URL(base)
  return `${protocol === 'http:' ? 'ws:' : 'wss:'}//${host}`
}

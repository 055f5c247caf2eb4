import { z } from 'zod'
import { type AgentSettings, requestAgent } from './agent-client.ts'

/**
 * What the service knows of a conversation: how many seconds it took, that none of this name ever began, or nothing
 * that can be relied on yet.
 */
export type AgentRecord = { kind: 'over'; seconds: number } | { kind: 'never' } | { kind: 'unknown' }

/** With all that was said in five minutes; nothing but its length is read. */
const maxBytes = 2 * 1024 * 1024

const recordSchema = z.object({
  status: z.string(),
  metadata: z.object({ call_duration_secs: z.number().min(0).max(86_400) }),
})

/**
 * Asks what became of a conversation whose address can no longer be used.
 *
 * @throws Error when the service cannot be reached or refuses.
 * @see https://elevenlabs.io/docs/api-reference/conversations/get
 */
export async function fetchAgentRecord(settings: AgentSettings, conversation: string): Promise<AgentRecord> {
  const { status, body } = await requestAgent(
    settings,
    `/v1/convai/conversations/${encodeURIComponent(conversation)}`,
    maxBytes,
  )
  if (status === 404) return { kind: 'never' }
  if (status !== 200) throw new Error(`voice service responded with status ${status}`)
  const record = recordSchema.safeParse(body)
  if (!record.success) return { kind: 'unknown' }
  const seconds = Math.ceil(record.data.metadata.call_duration_secs)
  if (['processing', 'done', 'failed'].includes(record.data.status)) return { kind: 'over', seconds }
  // Named when its address was signed, and never begun.
  return record.data.status === 'initiated' && seconds === 0 ? { kind: 'never' } : { kind: 'unknown' }
}

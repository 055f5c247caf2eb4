import { z } from 'zod'
import { type AgentSettings, requestAgent } from './agent-client.ts'

/** The service's record of a conversation: its duration, that it never started, or nothing reliable yet. */
export type AgentRecord = { kind: 'over'; seconds: number } | { kind: 'never' } | { kind: 'unknown' }

/** Enough for the transcript of five minutes, although only its duration is read. */
const maxBytes = 2 * 1024 * 1024

const recordSchema = z.object({
  status: z.string(),
  metadata: z.object({ call_duration_secs: z.number().min(0).max(86_400) }),
})

/**
 * Fetches the record of a conversation whose address has expired.
 *
 * @throws Error if the service cannot be reached or rejects the request.
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
  // A signed conversation that never started has an id but no duration.
  return record.data.status === 'initiated' && seconds === 0 ? { kind: 'never' } : { kind: 'unknown' }
}

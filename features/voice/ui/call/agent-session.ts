import type { AgentCommand, SessionReply, VoiceAction } from '#features/voice/contract.ts'
import { commandsPath, endSessionPath, sessionsPath } from '#features/voice/constants.ts'
import type { Call, CallEvents } from './agent-call.ts'
import { MicrophoneRefused } from '../speech/microphone.ts'
import { post, type Problem } from './post.ts'

/** A call to the agent, the reason why the built-in persona answers instead, or the error. */
type OpenedCall =
  | { kind: 'call'; call: Call; seconds: number }
  | { kind: 'built-in'; reason: Extract<SessionReply, { kind: 'built-in' }>['reason'] }
  | { kind: 'failed'; problem: Problem }
  | { kind: 'stale' }

/**
 * Loads the agent's client, reserves seconds and connects.
 *
 * @param isStale Returns whether the visitor has given up in the meantime.
 * @param onReserved Receives the id of the reservation, which must be released.
 */
export async function openAgentCall({
  slug,
  isStale,
  signal,
  onReserved,
  events,
}: {
  slug: string
  isStale: () => boolean
  signal: AbortSignal
  onReserved: (id: string) => void
  events: CallEvents
}): Promise<OpenedCall> {
  // The client is loaded first, so that seconds are reserved only when they can be used.
  const client = await import('./agent-call.ts').catch(() => undefined)
  if (isStale()) return { kind: 'stale' }
  if (!client) return { kind: 'failed', problem: { key: 'widget-failed' } }
  const session = await post<SessionReply>(sessionsPath, { artist: slug })
  if (isStale()) {
    if (session.ok && session.reply.kind === 'agent')
      void post(endSessionPath(session.reply.id), {}, { keepalive: true })
    return { kind: 'stale' }
  }
  if (!session.ok)
    return {
      kind: 'failed',
      problem: session.code === 'too-many-requests' ? session.problem : { key: 'widget-failed' },
    }
  if (session.reply.kind === 'built-in') return session.reply
  const { id, url, seconds } = session.reply
  onReserved(id)
  try {
    const call = await client.startCall(url, id, events, signal)
    if (!isStale()) return { kind: 'call', call, seconds }
    call.end().catch(() => undefined)
    return { kind: 'stale' }
  } catch (error) {
    if (isStale()) return { kind: 'stale' }
    return {
      kind: 'failed',
      problem: { key: error instanceof MicrophoneRefused ? error.problem : 'widget-failed' },
    }
  }
}

/** Reply to the agent for a command that cannot be carried out. */
export const impossible = 'That is not possible right now.'

/** Requests the action of an agent's command from the server. @returns The action, and a sentence for the agent. */
export async function runAgentCommand(
  slug: string,
  command: AgentCommand['wish'],
  named: string,
): Promise<{ action: VoiceAction | null; says: string }> {
  const answer = await post<{ action: VoiceAction | null; says: string }>(commandsPath, {
    artist: slug,
    wish: command,
    name: named,
  })
  return answer.ok ? answer.reply : { action: null, says: impossible }
}

import { AppError } from '#shared/errors.ts'
import type { SessionReply } from '#features/voice/contract.ts'
import { fetchAgentAddress } from './agent/agent-address.ts'
import type { AgentSettings } from './agent/agent-client.ts'
import type { TalkBudget } from './budget.ts'

type Deps = {
  budget: TalkBudget
  /** Read at each start; returns undefined if no agent is configured. */
  agent: () => AgentSettings | undefined
  log: { warn(details: object, message: string): void }
}

/** Starts and ends conversations with the external agent, within the budget. */
export function createVoiceSessions({ budget, agent, log }: Deps) {
  return {
    /** @throws AppError `unavailable` if the service cannot be reached; in that case nothing is reserved. */
    async begin(artistSlug: string, visitor: string): Promise<SessionReply> {
      const settings = agent()
      if (!settings) return { kind: 'built-in', reason: 'not-connected' }
      const reservation = await budget.reserve(visitor, artistSlug)
      if (!reservation.ok) return { kind: 'built-in', reason: reservation.reason }
      try {
        const { url, conversation } = await fetchAgentAddress(settings)
        if (conversation) await budget.name(reservation.id, conversation)
        return { kind: 'agent', id: reservation.id, url, seconds: reservation.seconds }
      } catch (error) {
        await budget.cancel(reservation.id).catch(() => undefined)
        log.warn({ err: error }, 'voice session failed to start')
        throw new AppError('unavailable', { key: 'voice.errors.widgetFailed' }, { cause: error })
      }
    },
    end: (id: string, visitor: string) => budget.settle(id, visitor),
  }
}

import { AppError } from '#shared/errors.ts'
import type { SessionReply } from '#features/voice/contract.ts'
import { askAgentAddress } from './agent-address.ts'
import type { AgentSettings } from './ask-agent.ts'
import type { TalkBudget } from './budget.ts'

type Parts = {
  budget: TalkBudget
  /** Asked at each beginning; undefined while no agent is set up. */
  agent: () => AgentSettings | undefined
  log: { warn(details: object, message: string): void }
}

/** Begins and ends conversations with the outside agent, within what they may cost. */
export function createVoiceSessions({ budget, agent, log }: Parts) {
  return {
    /** @throws AppError `unavailable` when the agent service cannot be reached; nothing is booked then. */
    async begin(artistSlug: string, visitor: string): Promise<SessionReply> {
      const settings = agent()
      if (!settings) return { kind: 'built-in', reason: 'not-connected' }
      const booked = await budget.book(visitor, artistSlug)
      if (!booked.ok) return { kind: 'built-in', reason: booked.reason }
      try {
        const { url, conversation } = await askAgentAddress(settings)
        if (conversation) await budget.name(booked.id, conversation)
        return { kind: 'agent', id: booked.id, url, seconds: booked.seconds }
      } catch (error) {
        await budget.cancel(booked.id).catch(() => undefined)
        log.warn({ err: error }, 'voice session failed to start')
        throw new AppError('unavailable', 'Failed to load conversation widget. Please refresh and try again.', {
          cause: error,
        })
      }
    },
    end: (id: string, visitor: string) => budget.settle(id, visitor),
  }
}

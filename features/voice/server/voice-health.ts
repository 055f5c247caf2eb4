import type { HealthLine } from '#features/owner/contract.ts'
import { askAgentAddress } from './sessions/agent-address.ts'
import type { AgentSettings } from './sessions/ask-agent.ts'
import type { TalkBudget } from './sessions/budget.ts'

/** What the desk's Settings say of the persona: who answers, and what of today's talking time is used. */
export function createVoiceHealth({ agent, budget }: { agent: () => AgentSettings | undefined; budget: Pick<TalkBudget, 'usedToday'> }) {
  return {
    name: 'Voice persona',
    todo: 'Look at ELEVENLABS_AGENT_ID, ELEVENLABS_API_KEY and the account of the agent. Visitors read that it could not be loaded, and can type.',
    async ask(): Promise<Omit<HealthLine, 'name'>> {
      const settings = agent()
      if (!settings) {
        const todo = 'Set ELEVENLABS_AGENT_ID to let visitors talk; until then they type with the built-in persona.'
        return { state: 'stand-in', says: 'Built-in text persona', todo }
      }
      // Signing costs nothing; a public agent is asked nothing.
      await askAgentAddress(settings)
      const { usedSeconds, limitSeconds, sessions } = await budget.usedToday()
      const minutes = (seconds: number) => Math.ceil(seconds / 60)
      const isSigned = Boolean(settings.apiKey)
      return {
        state: isSigned ? 'well' : 'trouble',
        says: `${isSigned ? 'Agent signs conversations' : 'Public agent, not asked'}: ${minutes(usedSeconds)} of ${minutes(limitSeconds)} minutes of today booked or used, in ${sessions} conversations`,
        todo: isSigned
          ? ''
          : 'Whoever has the agent’s id can talk past what a day may cost. Set ELEVENLABS_API_KEY, and turn on authentication at the agent.',
      }
    },
  }
}

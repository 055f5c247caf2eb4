import { OutsideFault, wordsOfFault } from '#platform/outside/fault-words.ts'
import type { HealthLine, HealthService } from '#features/owner/contract.ts'

const limitMs = 3_000

/** One question: what is asked, and what it answers when it is well. Whatever it throws is trouble, told in words by `wordsOfFault`. */
export type HealthQuestion = {
  name: string
  /** What to do when it fails. */
  todo: string
  /** @param signal Ends the question when its time is over. */
  ask(signal: AbortSignal): Promise<Omit<HealthLine, 'name'>>
}

/** Asks all questions at once; one that does not answer in time is in trouble, and holds nobody up. */
export function createHealth(questions: readonly HealthQuestion[], timeLimitMs = limitMs): HealthService {
  return { ask: () => Promise.all(questions.map((question) => answerOf(question, timeLimitMs))) }
}

async function answerOf({ name, todo, ask }: HealthQuestion, timeLimitMs: number): Promise<HealthLine> {
  const timeLimit = new AbortController()
  const tooLate = new Promise<never>((_resolve, reject) => {
    timeLimit.signal.addEventListener('abort', () => reject(new OutsideFault(`no answer within ${timeLimitMs / 1000} s`)))
  })
  const timer = setTimeout(() => timeLimit.abort(), timeLimitMs)
  try {
    return { name, ...(await Promise.race([ask(timeLimit.signal), tooLate])) }
  } catch (error) {
    return { name, state: 'trouble', says: wordsOfFault(error), todo }
  } finally {
    clearTimeout(timer)
  }
}

import type { HealthLine, HealthService } from '#features/owner/contract.ts'
import { cutText } from '#shared/cut-text.ts'

const limitMs = 3_000

/** One question: what is asked, and what it answers when it is well. Whatever it throws is trouble. */
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
    timeLimit.signal.addEventListener('abort', () => reject(new Error(`no answer within ${timeLimitMs / 1000} s`)))
  })
  const timer = setTimeout(() => timeLimit.abort(), timeLimitMs)
  try {
    return { name, ...(await Promise.race([ask(timeLimit.signal), tooLate])) }
  } catch (error) {
    return { name, state: 'trouble', says: sentenceOf(error), todo }
  } finally {
    clearTimeout(timer)
  }
}

// Addresses of ours may hold a password; what a driver says is cut to its first line and of anything before an @.
function sentenceOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined }
  const because = cause instanceof Error ? `: ${cause.message}` : ''
  const first = `${message}${because}`.split('\n')[0]!
  return cutText(first.replace(/\/\/[^@\s/]*@/g, '//'), 200)
}

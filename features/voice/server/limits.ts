import type { Database } from '#platform/database/open-database.ts'
import { createRateLimit, type RateLimit } from '#platform/rate-limit.ts'
import { AppError, type ErrorText } from '#shared/errors.ts'

const minute = 60
const day = 24 * 60 * minute

/**
 * Creates the rate limits of the persona. Answers from passages cost a little CPU time; conversations and answers of a
 * model cost the owner money.
 */
export function createVoiceLimits({ pool }: Pick<Database, 'pool'>) {
  const limit = (name: string, points: number, durationSeconds: number) =>
    createRateLimit({ pool, name, points, durationSeconds })
  return {
    messages: limit('voice-message', 40, 5 * minute),
    /** Answers written by a model, per visitor and in total; beyond them passages are quoted. */
    model: limit('voice-model', 30, day),
    modelOfAll: limit('voice-model-all', 2_000, day),
    sessions: limit('voice-session', 8, 60 * minute),
    /** Limit of sentences that the server speaks; an answer has about three. */
    speech: limit('voice-speech', 120, 5 * minute),
    ends: limit('voice-end', 30, 60 * minute),
  }
}

/** Consumes one point of a limit. @throws AppError `too-many-requests` */
export async function consume(limit: RateLimit, client: string, detail: ErrorText): Promise<void> {
  const answer = await limit.consume(client)
  if (!answer.ok) throw new AppError('too-many-requests', detail, { retryAfterSeconds: answer.retryAfterSeconds })
}

import type { Database } from '#platform/database/open-database.ts'
import { createRateLimit, type RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'

const minute = 60

/** How often anybody may ask. Answers cost a little time here; conversations cost the owner money. */
export function createVoiceLimits({ pool }: Pick<Database, 'pool'>) {
  const limit = (name: string, points: number, durationSeconds: number) => createRateLimit({ pool, name, points, durationSeconds })
  return {
    messages: limit('voice-message', 40, 5 * minute),
    sessions: limit('voice-session', 8, 60 * minute),
    ends: limit('voice-end', 30, 60 * minute),
  }
}

/** @throws AppError `too-many-requests` */
export async function consume(limit: RateLimit, client: string, detail: string): Promise<void> {
  const answer = await limit.consume(client)
  if (!answer.ok) throw new AppError('too-many-requests', detail, { retryAfterSeconds: answer.retryAfterSeconds })
}

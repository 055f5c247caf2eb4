import type { MailRefusedError } from '#platform/mailer/refusal.ts'
import type { End } from './queries.ts'

/** Pauses after a refusal for a while; the last one is used again. */
const retryAfterSeconds = [60, 300, 900, 1800, 3600, 7200, 14_400]

/** About a day; after that a refusal for a while is one for good. */
const mostAttempts = 10

/** A broken line is nobody's fault; the copy goes again behind the others. */
const afterBrokenLineMs = 1_000

/**
 * What becomes of a copy the relay did not take.
 *
 * @param refusal Absent: the letter itself cannot be written to this person.
 * @param hasLeft Whether its body may have been on the way.
 */
export function judge({
  refusal,
  said,
  hasLeft,
  attempts,
  now,
}: {
  refusal: Pick<MailRefusedError, 'answered' | 'permanent' | 'isAboutMail'> | undefined
  said: string
  hasLeft: boolean
  attempts: number
  now: Date
}): End {
  if (!refusal || refusal.permanent) return { state: 'failed', response: said, after: hasLeft ? 'body' : undefined }
  // The relay said no, or was never given anything: trying again is safe. Silence after the body left is not.
  if (hasLeft && !refusal.answered) return { state: 'uncertain', response: said }
  if (!refusal.isAboutMail) return { state: 'queued', response: said, dueAt: new Date(now.getTime() + afterBrokenLineMs), wasNoTry: true }
  if (attempts >= mostAttempts) return { state: 'failed', response: said }
  const waitSeconds = retryAfterSeconds[Math.min(attempts, retryAfterSeconds.length) - 1] ?? 60
  return { state: 'queued', response: said, dueAt: new Date(now.getTime() + waitSeconds * 1000) }
}

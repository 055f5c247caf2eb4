import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import type { IssueDelivery, TriggerReply, IssuesService } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { Generator } from './generator.ts'
import { findUnderWay } from './queries.ts'

type Parts = Pick<ProcessDeps, 'db' | 'clock'> & {
  generator: Generator
  issues: Pick<IssuesService, 'create' | 'check'>
  schedule: IssueDelivery['schedule']
  /** One press at a time, whoever presses, over all processes. */
  onePress: RateLimit
}

/** A letter that begins as soon as this counts as being on its way. */
const soonMs = 10 * 60_000

/** Generates a letter, looks at it, and sends it once the time is over in which it can be taken back. */
export function createTrigger({ db, clock, generator, issues, schedule, onePress }: Parts) {
  /**
   * @throws AppError `conflict` while another letter is on its way or somebody else has just pressed, `invalid-input`
   *   naming every dead link and claim without a record; the letter then waits as a draft.
   */
  return async function trigger(actor: string, signal?: AbortSignal): Promise<TriggerReply> {
    const press = await onePress.consume('trigger')
    if (!press.ok) {
      // A press that was refused must not stand in the way of the next.
      await onePress.giveBack('trigger')
      throw new AppError(
        'conflict',
        'Someone else is generating an issue right now. Check its status under Newsletters.',
        {
          retryAfterSeconds: press.retryAfterSeconds,
        },
      )
    }
    try {
      await refuseSecond()
      const { note, title, ...written } = await generator.generate(signal)
      refuseUnwatched(signal)
      const draft = await issues.create({ title, content: { ...written, ai_insights: written.key_insights } }, actor)
      const { problems } = await issues.check(draft.id)
      if (problems.length > 0)
        throw new AppError(
          'invalid-input',
          `This issue was not sent. ${problems.map(({ text }) => text).join(' ')} It is saved as the draft “${draft.title}” under Newsletters.`,
        )
      await refuseSecond()
      // Looking at links may take as long as writing.
      refuseUnwatched(signal)
      const { newsletter, recipients, due_at } = await schedule(draft.id, 'now', actor)
      return {
        message: ['Newsletter scheduled for sending!', note].filter(Boolean).join('\n'),
        newsletter,
        recipients,
        due_at,
      }
    } finally {
      // From here on the letter itself stands in the way of a second one.
      await onePress.giveBack('trigger')
    }
  }

  async function refuseSecond(): Promise<void> {
    const now = clock.now().getTime()
    const other = await findUnderWay(db, new Date(now - soonMs), new Date(now + soonMs))
    if (other) throw new AppError('conflict', `“${other.title}” is already scheduled or being sent.`)
  }
}

// Whoever left meanwhile does not see the time run in which it could be taken back.
function refuseUnwatched(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('conflict', 'The request was cancelled. Nothing was sent.')
}

/** @see createTrigger */
export type Trigger = ReturnType<typeof createTrigger>

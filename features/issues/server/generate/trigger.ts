import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { IssueDelivery, TriggerReply, IssuesService } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { Generator } from './generator.ts'
import { findInFlight } from './queries.ts'

type Deps = Pick<ProcessDeps, 'db' | 'clock'> & {
  generator: Generator
  issues: Pick<IssuesService, 'create' | 'check'>
  schedule: IssueDelivery['schedule']
  /** Lock that allows one trigger at a time across all processes. */
  triggerLock: RateLimit
}

/** A scheduled issue that starts within this time counts as in progress. */
const soonMs = 10 * 60_000

/** Creates the function that generates and checks an issue, and sends it after the undo window. */
export function createTrigger({ db, clock, generator, issues, schedule, triggerLock }: Deps) {
  /**
   * @throws AppError `conflict` while another issue is in progress or being generated, `invalid-input` naming every
   * dead link and unsupported claim; the issue is then saved as a draft.
   */
  return async function trigger(actor: string, signal?: AbortSignal): Promise<TriggerReply> {
    const press = await triggerLock.consume('trigger')
    if (!press.ok) {
      // A rejected trigger must not block the next one.
      await triggerLock.restore('trigger')
      throw new AppError(
        'conflict',
        'Generate & Send Now is already running. The issue will appear under Newsletters when it is ready.',
        {
          retryAfterSeconds: press.retryAfterSeconds,
        },
      )
    }
    try {
      await refuseIfUnderWay()
      const { note, title, ...written } = await generator.generate({ signal })
      refuseIfAborted(signal)
      const draft = await issues.create({ title, content: { ...written, ai_insights: written.key_insights } }, actor)
      const { problems } = await issues.check(draft.id)
      if (problems.length > 0)
        throw new AppError(
          'invalid-input',
          `This issue was not sent. ${problems.map(({ text }) => text).join(' ')} The issue is saved as the draft ${quoteTitle(draft.title)} under Newsletters.`,
        )
      await refuseIfUnderWay()
      // Checking links may take as long as generating.
      refuseIfAborted(signal)
      const { newsletter, recipients, due_at } = await schedule(draft.id, 'now', actor)
      return {
        message: ['Newsletter scheduled for sending!', note].filter(Boolean).join('\n'),
        newsletter,
        recipients,
        due_at,
      }
    } finally {
      // From here on, the scheduled issue itself prevents a second one.
      await triggerLock.restore('trigger')
    }
  }

  async function refuseIfUnderWay(): Promise<void> {
    const now = clock.now().getTime()
    const other = await findInFlight(db, new Date(now - soonMs), new Date(now + soonMs))
    if (other)
      throw new AppError(
        'conflict',
        other.isSending
          ? `${quoteTitle(other.title)} is being sent. Try again when it has been sent.`
          : `${quoteTitle(other.title)} is about to be sent. Wait until it has been sent, or unschedule it, then try again.`,
      )
  }
}

// A user who has disconnected would not see the undo window.
function refuseIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('conflict', 'The request was cancelled. No email was sent.')
}

/** @see createTrigger */
export type Trigger = ReturnType<typeof createTrigger>

import { AppError } from '#shared/errors.ts'
import type { ActionOutcome } from '#ui/action-result.tsx'
import type { SubmissionDeskService } from '#features/submissions/contract.ts'

/** What a form of the review page did, in words for the page and for the log. */
export type Decided = { act: string; detail: string; outcome: ActionOutcome }

/**
 * Does what a form of the review page asks for.
 *
 * @throws AppError as the desk does; `invalid-input` for a form that is none of ours.
 */
export async function decide(desk: SubmissionDeskService, id: string, form: FormData): Promise<Decided> {
  const act = textOf(form, 'act')
  const undo = { act: 'undo' }
  switch (act) {
    case 'accept':
      await desk.accept(id)
      return decided(act, '', {
        kind: 'done',
        message: 'Accepted. It goes to the station, and the artist gets a mail.',
        undo,
      })
    case 'decline': {
      const reason = [textOf(form, 'preset'), textOf(form, 'reason')].filter(Boolean).join('\n\n')
      await desk.decline(id, reason)
      return decided(act, reason, { kind: 'done', message: 'Declined. The artist gets a mail with your reason.', undo })
    }
    case 'undo':
      await desk.undo(id)
      return decided(act, '', {
        kind: 'done',
        message: 'Taken back. The track waits in the queue again and is not on the air.',
      })
    case 'send-again':
      await desk.sendAgain(id)
      return decided(act, '', {
        kind: 'done',
        message: 'Trying again. Load this page again in a minute to see how it went.',
      })
    default:
      throw new AppError('invalid-input', 'This page does not know what to do.')
  }
}

const decided = (act: string, detail: string, outcome: ActionOutcome): Decided => ({ act, detail, outcome })

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

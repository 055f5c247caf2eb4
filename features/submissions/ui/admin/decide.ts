import { AppError } from '#shared/errors.ts'
import type { ActionOutcome } from '#ui/action-result.tsx'
import { pausedNote, withPausedNote } from '#features/owner/contract.ts'
import type { SubmissionAdminService } from '#features/submissions/contract.ts'

/** Outcome of a form on the review page, for the page and the log. */
type Decided = { action: string; detail: string; outcome: ActionOutcome }

/**
 * Performs the action of a form on the review page.
 *
 * @param isPaused Whether emails and background jobs are paused; then the message says when they continue.
 * @throws AppError of the admin service; `invalid-input` for an unknown form.
 */
export async function decide(
  admin: SubmissionAdminService,
  id: string,
  form: FormData,
  isPaused: boolean,
): Promise<Decided> {
  const action = textOf(form, 'act')
  const undo = { act: 'undo' }
  switch (action) {
    case 'accept':
      await admin.accept(id)
      return decided(action, '', {
        kind: 'done',
        message: withPausedNote(await acceptedMessage(admin, id), isPaused),
        undo,
      })
    case 'decline': {
      const reason = [textOf(form, 'preset'), textOf(form, 'reason')].filter(Boolean).join('\n\n')
      await admin.decline(id, reason)
      return decided(action, reason, {
        kind: 'done',
        message: withPausedNote('Declined. The artist will get an email with your reason.', isPaused),
        undo,
      })
    }
    case 'undo':
      await admin.undo(id)
      return decided(action, '', {
        kind: 'done',
        message: 'Decision undone. The track is back in the queue.',
      })
    case 'send-again':
      await admin.sendAgain(id)
      return decided(action, '', {
        kind: 'done',
        message: isPaused
          ? `The track will be sent to the station again. ${pausedNote}`
          : 'Retrying. Reload this page in a minute to see the result.',
      })
    default:
      throw new AppError('invalid-input', 'Unknown action.')
  }
}

async function acceptedMessage(admin: SubmissionAdminService, id: string): Promise<string> {
  // The track is accepted, whether or not its state can be read now.
  const accepted = await admin.find(id).catch(() => undefined)
  const isManual = accepted?.externalUpload?.state === 'manual'
  return isManual
    ? 'Accepted. The artist will get an email. Now add the track to your station, as described under “On air.”'
    : 'Accepted. The track will be sent to the station, and the artist will get an email.'
}

const decided = (action: string, detail: string, outcome: ActionOutcome): Decided => ({ action, detail, outcome })

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

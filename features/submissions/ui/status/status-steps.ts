import type { SubmissionStatus } from '#features/submissions/contract.ts'

/** One step of a track's way on air. */
export type StatusStep = { name: string; words: string; at: string | undefined; is: 'done' | 'now' | 'ahead' | 'ended' }

/** Returns all steps of a track: done, current and upcoming. */
export function statusStepsOf(status: SubmissionStatus): StatusStep[] {
  const { state, steps, onAir } = status
  const at = (step: string) => steps.findLast((one) => one.step === step)?.at
  const isWithdrawn = state === 'withdrawn'
  const isOver = isWithdrawn || state === 'declined'
  const isDecided = state === 'accepted' || state === 'declined'
  const checkedAt = at('checked')
  const isChecked = checkedAt !== undefined
  const decidedAt = at(state)
  const statusSteps: StatusStep[] = [
    { name: 'Received', words: 'We stored your file exactly as you sent it.', at: at('received'), is: 'done' },
    {
      name: 'Checked',
      words: isChecked ? 'We checked the whole recording.' : 'The automatic checks are running.',
      at: checkedAt,
      is: isChecked ? 'done' : isOver ? 'ahead' : 'now',
    },
    {
      name: 'In review',
      words: isDecided ? 'A person listened.' : 'A person listens and decides.',
      at: isDecided && decidedAt && checkedAt && checkedAt > decidedAt ? undefined : checkedAt,
      is: isDecided ? 'done' : isChecked && !isWithdrawn ? 'now' : 'ahead',
    },
  ]
  const reached = statusSteps.filter((statusStep) => statusStep.is === 'done')
  if (isWithdrawn)
    return [...reached, { name: 'Withdrawn', words: 'You withdrew the track.', at: at('withdrawn'), is: 'ended' }]
  if (state === 'declined')
    return [
      ...reached,
      {
        name: 'Declined',
        words: status.reason || 'We decided not to play it this time.',
        at: at('declined'),
        is: 'ended',
      },
    ]
  const isAccepted = state === 'accepted'
  return [
    ...statusSteps,
    {
      name: 'Accepted',
      words: isAccepted ? 'We accepted your track.' : 'If we decline the track, we tell you why.',
      at: at('accepted'),
      is: isAccepted ? 'done' : 'ahead',
    },
    {
      name: 'In rotation',
      words: onAir.isInRotation ? 'The station plays it regularly.' : 'The station adds accepted tracks automatically.',
      at: onAir.isInRotation ? at('accepted') : undefined,
      is: onAir.isInRotation ? 'done' : isAccepted ? 'now' : 'ahead',
    },
    {
      name: onAir.isOnAirNow ? 'On air now' : 'On air',
      words: onAir.isOnAirNow
        ? 'Swade Radio is playing it right now.'
        : onAir.plays > 0
          ? 'The station has played it.'
          : 'We email you when it is played for the first time.',
      at: onAir.lastPlayedAt ?? undefined,
      is: onAir.isOnAirNow ? 'now' : onAir.plays > 0 ? 'done' : onAir.isInRotation ? 'now' : 'ahead',
    },
  ]
}

/** Returns the heading of the page. */
export function headlineOf({ state, onAir, checks }: SubmissionStatus): string {
  if (state === 'withdrawn') return 'Withdrawn'
  if (state === 'declined') return 'Declined'
  if (onAir.isOnAirNow) return 'On air now'
  if (state === 'accepted') return onAir.isInRotation ? 'In rotation' : 'Accepted'
  return checks ? 'In review' : 'Received'
}

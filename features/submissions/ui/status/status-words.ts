import type { SubmissionStatus } from '#features/submissions/contract.ts'

/** One rung of the way onto the air. */
export type Rung = { name: string; words: string; at: string | undefined; is: 'done' | 'now' | 'ahead' | 'ended' }

/** The whole way of a track as its artist sees it: what is behind, where it is, what is ahead. */
export function rungsOf(status: SubmissionStatus): Rung[] {
  const { state, steps, onAir } = status
  const at = (step: string) => steps.findLast((one) => one.step === step)?.at
  const isWithdrawn = state === 'withdrawn'
  const isOver = isWithdrawn || state === 'declined'
  const isDecided = state === 'accepted' || state === 'declined'
  const checkedAt = at('checked')
  const isChecked = checkedAt !== undefined
  const decidedAt = at(state)
  const rungs: Rung[] = [
    { name: 'Received', words: 'Your file is safe with us, exactly as you sent it.', at: at('received'), is: 'done' },
    {
      name: 'Checked',
      words: isChecked ? 'We checked the recording from beginning to end.' : 'Our machines check the recording now.',
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
  const reached = rungs.filter((rung) => rung.is === 'done')
  if (isWithdrawn)
    return [...reached, { name: 'Withdrawn', words: 'You took the track back.', at: at('withdrawn'), is: 'ended' }]
  if (state === 'declined')
    return [
      ...reached,
      {
        name: 'Declined',
        words: status.reason || 'It does not go on the air this time.',
        at: at('declined'),
        is: 'ended',
      },
    ]
  const isAccepted = state === 'accepted'
  return [
    ...rungs,
    {
      name: 'Accepted',
      words: isAccepted ? 'It goes on the air.' : 'Or declined, with a reason.',
      at: at('accepted'),
      is: isAccepted ? 'done' : 'ahead',
    },
    {
      name: 'In rotation',
      words: onAir.isInRotation ? 'The station plays it again and again.' : 'The station takes it up by itself.',
      at: onAir.isInRotation ? at('accepted') : undefined,
      is: onAir.isInRotation ? 'done' : isAccepted ? 'now' : 'ahead',
    },
    {
      name: onAir.isOnAirNow ? 'On air now' : onAir.plays > 0 ? 'On the air' : 'On air',
      words: onAir.isOnAirNow
        ? 'Listen: Swade Radio plays it right now.'
        : onAir.plays > 0
          ? 'It was heard, and will be again.'
          : 'You get a mail when it is played for the first time.',
      at: onAir.lastPlayedAt ?? undefined,
      is: onAir.isOnAirNow ? 'now' : onAir.plays > 0 ? 'done' : onAir.isInRotation ? 'now' : 'ahead',
    },
  ]
}

/** What the page is headed with. */
export function headlineOf({ state, onAir, checks }: SubmissionStatus): string {
  if (state === 'withdrawn') return 'Withdrawn'
  if (state === 'declined') return 'Not this one'
  if (onAir.isOnAirNow) return 'On air now'
  if (state === 'accepted') return onAir.isInRotation ? 'In rotation' : 'Accepted'
  return checks ? 'In review' : 'Received'
}

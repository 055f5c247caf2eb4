import type { useTranslations } from 'use-intl/react'
import type { SubmissionStatus } from '#features/submissions/contract.ts'
import { isUnchecked } from '#features/submissions/unchecked.ts'

/** One step of a track on its way on air. */
export type StatusStep = { name: string; words: string; at: string | undefined; is: 'done' | 'now' | 'ahead' | 'ended' }

type StepTranslator = ReturnType<typeof useTranslations<'submissions.status.steps'>>

/** Returns all steps of a track: done, current and upcoming. */
export function statusStepsOf(status: SubmissionStatus, t: StepTranslator): StatusStep[] {
  const { state, steps, onAir, checks } = status
  const at = (step: string) => steps.findLast((one) => one.step === step)?.at
  const isWithdrawn = state === 'withdrawn'
  const isOver = isWithdrawn || state === 'declined'
  const isDecided = state === 'accepted' || state === 'declined'
  const checkedAt = at('checked')
  const isChecked = checkedAt !== undefined
  const statusSteps: StatusStep[] = [
    { name: t('received'), words: t('receivedText'), at: at('received'), is: 'done' },
    {
      name: t('checked'),
      words: !isChecked ? t('checkingText') : checks && isUnchecked(checks) ? t('notCheckedText') : t('checkedText'),
      at: checkedAt,
      is: isChecked ? 'done' : isOver ? 'ahead' : 'now',
    },
    {
      name: t('inReview'),
      words: isDecided ? t('reviewedText') : t('inReviewText'),
      // Before the decision, the review began with the end of the checks; afterwards, it ended with the decision.
      at: isDecided ? at(state) : checkedAt,
      is: isDecided ? 'done' : isChecked && !isWithdrawn ? 'now' : 'ahead',
    },
  ]
  const reached = statusSteps.filter((statusStep) => statusStep.is === 'done')
  if (isWithdrawn)
    return [...reached, { name: t('withdrawn'), words: t('withdrawnText'), at: at('withdrawn'), is: 'ended' }]
  if (state === 'declined')
    return [
      ...reached,
      {
        name: t('declined'),
        words: status.reason || t('declinedText'),
        at: at('declined'),
        is: 'ended',
      },
    ]
  const isAccepted = state === 'accepted'
  return [
    ...statusSteps,
    {
      name: t('accepted'),
      words: isAccepted ? t('acceptedText') : t('notYetAcceptedText'),
      // A decision that was undone has a time too.
      at: isAccepted ? at('accepted') : undefined,
      is: isAccepted ? 'done' : 'ahead',
    },
    {
      name: t('inRotation'),
      words: !onAir.isInRotation ? t('notYetInRotationText') : onAir.plays > 0 ? t('inRotationText') : t('joinedText'),
      // The first conversion and upload take a while after the decision; their end is not recorded.
      at: undefined,
      is: onAir.isInRotation ? 'done' : isAccepted ? 'now' : 'ahead',
    },
    {
      name: onAir.isOnAirNow ? t('onAirNow') : t('onAir'),
      words: onAir.isOnAirNow ? t('onAirNowText') : onAir.plays > 0 ? t('playedText') : t('notYetPlayedText'),
      at: onAir.lastPlayedAt ?? undefined,
      is: onAir.isOnAirNow ? 'now' : onAir.plays > 0 ? 'done' : onAir.isInRotation ? 'now' : 'ahead',
    },
  ]
}

/** Returns the heading of the page. */
export function headlineOf({ state, onAir, checks }: SubmissionStatus, t: StepTranslator): string {
  if (state === 'withdrawn') return t('withdrawn')
  if (state === 'declined') return t('declined')
  if (onAir.isOnAirNow) return t('onAirNow')
  if (state === 'accepted') return onAir.isInRotation ? t('inRotation') : t('accepted')
  return checks ? t('inReview') : t('received')
}

import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { FormError } from '#ui/field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { SubmissionState, SubmissionTexts } from '#features/submissions/contract.ts'
import { withoutFieldName } from '#features/submissions/problems.ts'
import { TrackFields } from '../submit/track-fields.tsx'

/** Result of the last action. */
export type ActionResult = {
  action: 'correct' | 'withdraw'
  ok: boolean
  message: string
  /** Code of the error. */
  code?: string
  typed?: Record<string, string>
}

const summary =
  'flex min-h-11 cursor-pointer items-center justify-between gap-4 label !text-[0.75rem] text-sand underline-offset-4 hover:underline focus-visible:outline-offset-0'

/** Form to edit the track details until the decision. */
export function CorrectForm({ texts, acted }: { texts: SubmissionTexts; acted: ActionResult | undefined }) {
  const t = useTranslations('submissions.status')
  const isRefused = acted?.action === 'correct' && !acted.ok
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (acted?.action === 'correct' && acted.ok && details.current) details.current.open = false
  }, [acted])
  return (
    <details ref={details} open={isRefused} className="group border-t border-groove py-3">
      <Summary>{t('editDetails')}</Summary>
      <PostForm className="flex flex-col gap-5 py-4">
        <TrackFields values={isRefused && acted.typed ? acted.typed : texts} withEmail={false} />
        <FormError>{isRefused ? withoutFieldName(acted.message) : null}</FormError>
        <SubmitButton name="act" value="correct" variant="primary" className="self-start">
          {t('save')}
        </SubmitButton>
      </PostForm>
    </details>
  )
}

/** Form to withdraw the track, with a confirmation. */
export function WithdrawForm({
  state,
  isInRotation,
  acted,
}: {
  state: SubmissionState
  isInRotation: boolean
  acted: ActionResult | undefined
}) {
  const t = useTranslations('submissions.status')
  const consequence = state !== 'accepted' ? 'leavesQueue' : isInRotation ? 'leavesRotation' : 'staysOff'
  return (
    <details className="group border-t border-groove py-3">
      <Summary>{t('withdraw')}</Summary>
      <PostForm className="flex flex-col items-start gap-4 py-4">
        <p className="measure text-dust">{t(consequence)}</p>
        <FormError>{acted?.action === 'withdraw' && !acted.ok ? acted.message : null}</FormError>
        <SubmitButton name="act" value="withdraw">
          {t('withdrawNow')}
        </SubmitButton>
      </PostForm>
    </details>
  )
}

function Summary({ children }: { children: string }) {
  return (
    <summary className={summary}>
      {children}
      <ChevronDown size={16} className="text-dust group-open:rotate-180" />
    </summary>
  )
}

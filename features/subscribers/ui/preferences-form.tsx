import { useNavigation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { NewsletterTerms } from '#features/delivery/contract.ts'
import { frequencyChoices, type PreferencesView } from '#features/subscribers/preferences.ts'

/** Form for frequency and tracking, saved as a whole. @param terms Offers of the newsletter at the moment. */
export function PreferencesForm({
  person: { frequency, allowsTracking, status },
  terms: { isTracked, hasDigest },
}: {
  person: PreferencesView
  terms: NewsletterTerms
}) {
  const t = useTranslations('subscribers.preferences')
  const isSaving = useNavigation().formData?.get('act') === 'save'
  const isSuppressed = status === 'suppressed'
  // A person who chose the digest earlier sees why none arrives.
  const choices = frequencyChoices.filter((value) => value !== 'monthly' || hasDigest || frequency === 'monthly')
  return (
    <PostForm className="flex flex-col border border-groove bg-plate-raised">
      <input type="hidden" name="act" value="save" />
      <fieldset className="flex flex-col p-6 md:p-8" disabled={isSuppressed}>
        <legend className="title float-left mb-4">{t('frequency')}</legend>
        {isSuppressed ? (
          <p className="measure clear-both text-dust">{t('suppressed')}</p>
        ) : (
          choices.map((value) => (
            <label
              key={value}
              className="clear-both grid min-h-11 cursor-pointer grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 border-t border-groove py-4"
            >
              <input
                type="radio"
                name="frequency"
                value={value}
                defaultChecked={frequency === value}
                required
                className="size-4 translate-y-0.5 accent-live"
              />
              <span className="font-medium">{t(value)}</span>
              <span className="col-start-2 text-small text-dust">
                {value === 'monthly' && !hasDigest ? t('monthlyPaused') : t(`${value}Text`)}
              </span>
            </label>
          ))
        )}
        {status === 'pending' ? (
          <p className="border-t border-groove pt-4 text-small text-dust">
            {t(choices.includes('monthly') ? 'pending' : 'pendingWeekly')}
          </p>
        ) : null}
      </fieldset>
      {isSuppressed ? null : (
        <>
          <fieldset className="flex flex-col border-t border-groove p-6 md:p-8">
            <legend className="title float-left mb-4">{t('tracking')}</legend>
            <label className="clear-both grid min-h-11 cursor-pointer grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-3">
              <input
                type="checkbox"
                name="tracking"
                defaultChecked={allowsTracking}
                className="size-4 translate-y-0.5 accent-live"
              />
              <span className="font-medium">{t('trackingChoice')}</span>
              <span className="col-start-2 text-small text-dust">{t(isTracked ? 'trackingText' : 'trackingOff')}</span>
            </label>
          </fieldset>
          <div className="border-t border-groove p-6 md:p-8">
            <SubmitButton variant="primary">{isSaving ? t('saving') : t('save')}</SubmitButton>
          </div>
        </>
      )}
    </PostForm>
  )
}

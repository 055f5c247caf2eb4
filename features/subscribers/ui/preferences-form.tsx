import { Form, useNavigation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import type { FrequencyChoice, PreferencesView } from '#features/subscribers/preferences.ts'
import { schedulePromise } from '#features/subscribers/constants.ts'

const choices: { value: FrequencyChoice; title: string; description: string }[] = [
  { value: 'weekly', title: 'Weekly', description: `${schedulePromise}.` },
  { value: 'monthly', title: 'Once a month', description: 'One email a month with the best of that month’s issues.' },
  {
    value: 'off',
    title: 'Unsubscribe',
    description: 'No newsletters. You can subscribe again on this page at any time.',
  },
]

/** Form of frequency and tracking, saved as a whole. */
export function PreferencesForm({ person: { frequency, allowsTracking, status } }: { person: PreferencesView }) {
  const isSaving = useNavigation().formData?.get('act') === 'save'
  const isSuppressed = status === 'suppressed'
  return (
    <Form method="post" preventScrollReset className="flex flex-col border border-groove bg-plate-raised">
      <input type="hidden" name="act" value="save" />
      <fieldset className="flex flex-col p-6 md:p-8" disabled={isSuppressed}>
        <legend className="title float-left mb-4">Frequency</legend>
        {isSuppressed ? (
          <p className="measure clear-both text-dust">
            Emails to this address bounced or were reported as spam, so we no longer send any.
          </p>
        ) : (
          choices.map(({ value, title, description }) => (
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
              <span className="font-medium">{title}</span>
              <span className="col-start-2 text-small text-dust">{description}</span>
            </label>
          ))
        )}
        {status === 'pending' ? (
          <p className="border-t border-groove pt-4 text-small text-dust">
            You have not confirmed this address yet. Choosing weekly or monthly here confirms it.
          </p>
        ) : null}
      </fieldset>
      {isSuppressed ? null : (
        <>
          <fieldset className="flex flex-col border-t border-groove p-6 md:p-8">
            <legend className="title float-left mb-4">Tracking</legend>
            <label className="clear-both grid min-h-11 cursor-pointer grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-3">
              <input
                type="checkbox"
                name="tracking"
                defaultChecked={allowsTracking}
                className="size-4 translate-y-0.5 accent-live"
              />
              <span className="font-medium">Count when I open an issue or click a link in it</span>
              <span className="col-start-2 text-small text-dust">
                This helps us choose topics. If you turn it off, your issues contain no tracked links and no tracking
                pixel.
              </span>
            </label>
          </fieldset>
          <div className="border-t border-groove p-6 md:p-8">
            <button type="submit" aria-disabled={isSaving} className={buttonClass('primary')}>
              {isSaving ? 'Saving...' : 'Save'}
            </button>
          </div>
        </>
      )}
    </Form>
  )
}

import { Form, useNavigation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import type { FrequencyChoice, PreferencesView } from '#features/subscribers/preferences.ts'
import { schedulePromise } from '#features/subscribers/constants.ts'

const choices: { value: FrequencyChoice; title: string; words: string }[] = [
  { value: 'weekly', title: 'Every letter', words: `${schedulePromise}.` },
  { value: 'monthly', title: 'Once a month', words: 'One mail with the best of the month’s letters, and no other.' },
  { value: 'off', title: 'Nothing', words: 'No letters at all. You can come back on this page whenever you like.' },
]

/** How often, and whether reading is counted; a plain form, saved as a whole. */
export function ChoiceForm({ person: { frequency, allowsTracking, status } }: { person: PreferencesView }) {
  const isSaving = useNavigation().formData?.get('act') === 'save'
  const isSuppressed = status === 'suppressed'
  return (
    <Form method="post" preventScrollReset className="flex flex-col border border-groove bg-plate-raised">
      <input type="hidden" name="act" value="save" />
      <fieldset className="flex flex-col p-6 md:p-8" disabled={isSuppressed}>
        <legend className="title float-left mb-4">How often</legend>
        {isSuppressed ? (
          <p className="measure clear-both text-dust">
            Mail to this address came back or was marked as unwanted, so we do not write to it any more.
          </p>
        ) : (
          choices.map(({ value, title, words }) => (
            <label
              key={value}
              className="clear-both grid min-h-11 cursor-pointer grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 border-t border-groove py-4"
            >
              <input
                type="radio"
                name="letters"
                value={value}
                defaultChecked={frequency === value}
                required
                className="size-4 translate-y-0.5 accent-live"
              />
              <span className="font-medium">{title}</span>
              <span className="col-start-2 text-small text-dust">{words}</span>
            </label>
          ))
        )}
        {status === 'pending' ? (
          <p className="border-t border-groove pt-4 text-small text-dust">
            You have not confirmed this address yet. Choosing a letter here confirms it, too.
          </p>
        ) : null}
      </fieldset>
      {isSuppressed ? null : (
        <>
          <fieldset className="flex flex-col border-t border-groove p-6 md:p-8">
            <legend className="title float-left mb-4">What is counted</legend>
            <label className="clear-both grid min-h-11 cursor-pointer grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-3">
              <input
                type="checkbox"
                name="counting"
                defaultChecked={allowsTracking}
                className="size-4 translate-y-0.5 accent-live"
              />
              <span className="font-medium">Count when I open a letter or follow a link in it</span>
              <span className="col-start-2 text-small text-dust">
                It tells us what is worth writing about. Without it your copies carry no counted links and no counting
                picture.
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

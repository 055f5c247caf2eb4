import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/field.tsx'
import type { SubmissionView } from '#features/submissions/contract.ts'

/** Reasons one says often, ready to be sent as they are. */
const presets = [
  'The recording has technical faults (clipping, noise or silence) that would be heard on the air. A new mix is welcome.',
  'It does not fit the sound of this station. That says nothing about its quality.',
  'We could not make sure that all rights to it are yours.',
  'We have this track already.',
  'The words of it are not for a station that everybody can listen to.',
] as const

/** Accept, or decline with a reason; or take the decision back. Plain forms: they work without script. */
export function DecisionPanel({ submission: { state, reason, fileDeletedAt } }: { submission: SubmissionView }) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <section aria-labelledby="decision" className="flex flex-col gap-6 border border-groove bg-plate-raised p-5">
      <h2 id="decision" className="label text-dust">
        Decision
      </h2>
      {state === 'withdrawn' ? <p>The artist took this track back. There is nothing to decide.</p> : null}
      {state === 'accepted' || state === 'declined' ? (
        <>
          <p>{state === 'accepted' ? 'You accepted this track.' : 'You declined this track.'}</p>
          {reason ? (
            <blockquote className="border-l border-groove pl-4 whitespace-pre-line text-dust [overflow-wrap:anywhere]">
              {reason}
            </blockquote>
          ) : null}
          {fileDeletedAt ? null : (
            <Form method="post" preventScrollReset>
              <Button type="submit" name="act" value="undo" disabled={isBusy}>
                Put it back into the queue
              </Button>
            </Form>
          )}
        </>
      ) : null}
      {state === 'in_review' || state === 'received' ? (
        <>
          {state === 'received' ? (
            <p className="text-dust">It is not checked yet. You can listen and decide all the same.</p>
          ) : null}
          <Form method="post" preventScrollReset className="flex flex-col gap-2">
            <Button type="submit" name="act" value="accept" variant="primary" disabled={isBusy} aria-keyshortcuts="a">
              Accept
            </Button>
            <p className="text-small text-dust">It goes to the station by itself, and the artist gets a mail.</p>
          </Form>
          <Form
            method="post"
            preventScrollReset
            id="decline-reason"
            className="flex flex-col gap-4 border-t border-groove pt-6"
          >
            <SelectField
              label="Ready-made reason"
              name="preset"
              options={[['', 'None'], ...presets.map((words) => [words, words] as const)]}
            />
            <TextArea
              label="Reason in your words"
              name="reason"
              maxLength={1500}
              rows={4}
              hint="Told to the artist. One of the two is needed."
              aria-keyshortcuts="d"
            />
            <Button type="submit" name="act" value="decline" disabled={isBusy}>
              Decline
            </Button>
          </Form>
        </>
      ) : null}
    </section>
  )
}

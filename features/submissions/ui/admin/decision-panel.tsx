import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { SubmissionView } from '#features/submissions/contract.ts'

/** Preset reasons for declining a track. */
const presets = [
  'The recording has technical problems (clipping, noise or silence) that listeners would notice. You are welcome to send a new mix.',
  'The track does not fit the sound of this station. This is not a judgment of its quality.',
  'We could not verify that you hold all rights to the track.',
  'We already have this track.',
  'The lyrics are not suitable for a general audience.',
] as const

/** Forms to accept, to decline with a reason, or to undo the decision. They are plain forms and work without script. */
export function DecisionPanel({ submission: { state, reason, fileDeletedAt } }: { submission: SubmissionView }) {
  return (
    <section aria-labelledby="decision" className="flex flex-col gap-6 border border-groove bg-plate-raised p-5">
      <h2 id="decision" className="label text-dust">
        Decision
      </h2>
      {state === 'withdrawn' ? <p>The artist withdrew this track, so no decision is needed.</p> : null}
      {state === 'accepted' || state === 'declined' ? (
        <>
          <p>{state === 'accepted' ? 'You accepted this track.' : 'You declined this track.'}</p>
          {reason ? (
            <blockquote className="border-l border-groove pl-4 whitespace-pre-line text-dust [overflow-wrap:anywhere]">
              {reason}
            </blockquote>
          ) : null}
          {fileDeletedAt ? null : (
            <PostForm>
              <SubmitButton name="act" value="undo">
                Return to queue
              </SubmitButton>
            </PostForm>
          )}
        </>
      ) : null}
      {state === 'in_review' || state === 'received' ? (
        <>
          {state === 'received' ? (
            <p className="text-dust">The automatic checks are not done yet. You can still listen and decide.</p>
          ) : null}
          <PostForm className="flex flex-col gap-2">
            <SubmitButton name="act" value="accept" variant="primary" aria-keyshortcuts="a">
              Accept
            </SubmitButton>
            <p className="text-small text-dust">The artist gets an email, and the track goes to the station.</p>
          </PostForm>
          <PostForm id="decline-reason" className="flex flex-col gap-4 border-t border-groove pt-6">
            <SelectField
              label="Preset reason"
              name="preset"
              options={[['', 'None'], ...presets.map((words) => [words, words] as const)]}
            />
            <TextArea
              label="Your reason"
              name="reason"
              maxLength={1500}
              rows={4}
              hint="Sent to the artist. Select a preset reason, write your own, or use both."
              aria-keyshortcuts="d"
            />
            <SubmitButton name="act" value="decline">
              Decline
            </SubmitButton>
          </PostForm>
        </>
      ) : null}
    </section>
  )
}

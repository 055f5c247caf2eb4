import { FieldError } from '#ui/field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import { withPausedNote } from '#features/owner/contract.ts'
import type { SubmissionView, ExternalUpload } from '#features/submissions/contract.ts'
import { Fact } from './fact.tsx'

const externalUploadLabels: Record<ExternalUpload['state'], string> = {
  manual:
    'This site can only read from your station. Download the MP3, upload it there, then mark it as added under Needs action. With an API key, tracks are uploaded automatically.',
  pending: 'The upload to your station is pending.',
  uploaded: 'The track was uploaded to your station.',
  failed: 'The upload to your station failed.',
}

/** Airplay and station state of the track. */
export function OnAirPanel({
  submission: { onAir, externalUpload, sound },
  isPaused,
}: {
  submission: SubmissionView
  isPaused: boolean
}) {
  return (
    <section aria-labelledby="on-air" className="flex flex-col gap-4 border border-groove bg-plate-raised p-5">
      <h2 id="on-air" className="label text-dust">
        On air
      </h2>
      <p className={onAir.isOnAirNow ? 'text-live' : undefined}>
        {onAir.isOnAirNow
          ? 'On air now'
          : onAir.isInRotation
            ? onAir.plays > 0
              ? 'In rotation'
              : 'In rotation, not played yet'
            : sound
              ? 'Accepted, not on air yet'
              : 'Not in rotation'}
      </p>
      {sound?.state === 'pending' ? (
        <p className="text-small text-dust">
          {withPausedNote('The track will be converted to the station’s format and go on air automatically.', isPaused)}
        </p>
      ) : null}
      {sound?.state === 'failed' ? (
        <div className="flex flex-col gap-3">
          <FieldError>{`The conversion failed. ${sound.reason}`}</FieldError>
          <PostForm>
            <SubmitButton name="act" value="send-again">
              Try again
            </SubmitButton>
          </PostForm>
        </div>
      ) : null}
      <dl className="grid grid-cols-2 gap-4">
        <Fact name="Plays" isFigure>
          {onAir.plays.toLocaleString('en-US')}
        </Fact>
        <Fact name="Peak listeners" isFigure>
          {onAir.peakListeners.toLocaleString('en-US')}
        </Fact>
        <Fact name="Last played" isFigure isWide>
          {onAir.lastPlayedAt ? formatTimestamp(onAir.lastPlayedAt) : 'Never'}
        </Fact>
      </dl>
      {externalUpload ? (
        <div className="flex flex-col gap-3 border-t border-groove pt-4">
          <p className="text-small text-dust">
            {withPausedNote(externalUploadLabels[externalUpload.state], isPaused && externalUpload.state === 'pending')}
          </p>
          {externalUpload.fault ? <FieldError>{externalUpload.fault}</FieldError> : null}
          {externalUpload.state === 'failed' ? (
            <PostForm>
              <SubmitButton name="act" value="send-again">
                Try again
              </SubmitButton>
            </PostForm>
          ) : null}
          <p className="text-small text-dust">
            Plays are counted by polling your station, so short ones can be missed.
          </p>
        </div>
      ) : null}
    </section>
  )
}

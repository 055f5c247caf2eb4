import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { SubmissionView, TrackElsewhere } from '#features/submissions/contract.ts'
import { DeskFact } from './desk-fact.tsx'

const elsewhereWords: Record<TrackElsewhere['state'], string> = {
  'by-hand':
    'Your station can be listened to from here but not written to. Download the MP3 and add it there by hand, then say so under Needs you; with an API key this happens by itself.',
  'pending': 'It is on its way to your station.',
  'uploaded': 'Your station has it.',
  'failed': 'Your station did not take it.',
}

/** What became of the track at the station. */
export function OnAirPanel({ submission: { onAir, elsewhere, sound } }: { submission: SubmissionView }) {
  return (
    <section aria-labelledby="on-air" className="flex flex-col gap-4 border border-groove bg-plate-raised p-5">
      <h2 id="on-air" className="label text-dust">
        On the air
      </h2>
      <p className={onAir.isOnAirNow ? 'text-live' : undefined}>
        {onAir.isOnAirNow
          ? 'On air now'
          : onAir.isInRotation
            ? onAir.plays > 0
              ? 'In rotation'
              : 'Plays next'
            : sound
              ? 'Accepted, not on the air'
              : 'Not in rotation'}
      </p>
      {sound?.state === 'pending' ? (
        <p className="text-small text-dust">
          It is being converted to the station’s format and goes on the air by itself.
        </p>
      ) : null}
      {sound?.state === 'failed' ? (
        <div className="flex flex-col gap-3">
          <FieldError>{`It could not be converted. ${sound.reason}`}</FieldError>
          <Form method="post" preventScrollReset>
            <Button type="submit" name="act" value="send-again">
              Try again
            </Button>
          </Form>
        </div>
      ) : null}
      <dl className="grid grid-cols-2 gap-4">
        <DeskFact name="Plays" isFigure>
          {onAir.plays.toLocaleString('en-US')}
        </DeskFact>
        <DeskFact name="Most listeners" isFigure>
          {onAir.peakListeners.toLocaleString('en-US')}
        </DeskFact>
        <DeskFact name="Played last" isFigure isWide>
          {onAir.lastPlayedAt ? formatTimestamp(onAir.lastPlayedAt) : 'never'}
        </DeskFact>
      </dl>
      {elsewhere ? (
        <div className="flex flex-col gap-3 border-t border-groove pt-4">
          <p className="text-small text-dust">{elsewhereWords[elsewhere.state]}</p>
          {elsewhere.fault ? <FieldError>{elsewhere.fault}</FieldError> : null}
          {elsewhere.state === 'failed' ? (
            <Form method="post" preventScrollReset>
              <Button type="submit" name="act" value="send-again">
                Try again
              </Button>
            </Form>
          ) : null}
          <p className="text-small text-dust">
            Plays are what was seen on the air from here; between two looks a short one can be missed.
          </p>
        </div>
      ) : null}
    </section>
  )
}

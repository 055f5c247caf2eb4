import { keptDays } from '#features/submissions/contract.ts'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackLetter } from './track-letter.tsx'

/** The artist took it back. */
export function WithdrawnMail(props: AboutTrack) {
  return (
    <TrackLetter {...props} preview="It is taken back, and off the air." title="Your track is taken back">
      <Paragraph>
        You withdrew this track. It is out of the queue and out of rotation; if it is playing just now, it is played for
        the last time. Your agreement that we may broadcast it has ended with that.
      </Paragraph>
      <Paragraph>We delete its file {keptDays} days from now.</Paragraph>
    </TrackLetter>
  )
}

import { keptDays } from '#features/submissions/contract.ts'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackLetter } from './track-letter.tsx'

/** The owner said yes. `words` may be empty. */
export function AcceptedMail(props: AboutTrack & { words: string }) {
  return (
    <TrackLetter
      {...props}
      preview="It goes into rotation."
      title="Your track goes on the air"
      more={[['From the station', props.words]]}
    >
      <Paragraph>
        A person listened, and we would like everybody to. The track goes into rotation; you get one more mail when it
        is played for the first time.
      </Paragraph>
      <Paragraph>
        Its page tells when it is on the air, how often it was played, and how many listened at most.
      </Paragraph>
    </TrackLetter>
  )
}

/** The owner said no, and why. */
export function DeclinedMail(props: AboutTrack & { reason: string }) {
  return (
    <TrackLetter
      {...props}
      preview="It does not go on the air this time."
      title="Not this one"
      more={[['Why', props.reason]]}
    >
      <Paragraph>
        A person listened to your track, and it does not go on the air this time. The reason stands below. Another
        track, or another mix of this one, is welcome. We delete the file {keptDays} days from now.
      </Paragraph>
    </TrackLetter>
  )
}

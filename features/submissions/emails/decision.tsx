import { retentionDays } from '#features/submissions/contract.ts'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track was accepted. `words` may be empty. */
export function AcceptedMail(props: AboutTrack & { words: string }) {
  return (
    <TrackEmail
      {...props}
      preview="Your track joins the rotation."
      title="Your track was accepted"
      more={[['Message from the station', props.words]]}
    >
      <Paragraph>
        A person listened to your track and accepted it. The track joins the rotation, and we email you when it is
        played for the first time.
      </Paragraph>
      <Paragraph>
        The status page shows when the track is on air, how often it was played and its peak listener count.
      </Paragraph>
    </TrackEmail>
  )
}

/** Email to the artist: the track was declined. */
export function DeclinedMail(props: AboutTrack & { reason: string }) {
  return (
    <TrackEmail
      {...props}
      preview="We decided not to play it this time."
      title="Your track was declined"
      more={[['Reason', props.reason]]}
    >
      <Paragraph>
        A person listened to your track, and we decided not to play it this time. The reason is below. You are welcome
        to submit another track, or another mix of this one. We delete the file in {retentionDays} days.
      </Paragraph>
    </TrackEmail>
  )
}

import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: a decision was undone. */
export function DecisionUndoneMail(props: AboutTrack & { from: 'accepted' | 'declined' }) {
  return (
    <TrackEmail
      {...props}
      preview="The track is back in the queue and will be reviewed again."
      title="Your track is back in review"
    >
      {props.from === 'accepted' ? (
        <Paragraph>
          We told you that your track was accepted. We reversed that decision: the track is back in the queue, and out
          of rotation until we decide.
        </Paragraph>
      ) : (
        <Paragraph>
          We told you that your track was declined. We reversed that decision: the track is back in the queue.
        </Paragraph>
      )}
      <Paragraph>We are sorry for the confusion. We email you as soon as we decide.</Paragraph>
    </TrackEmail>
  )
}

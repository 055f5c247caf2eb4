import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackLetter } from './track-letter.tsx'

/** A decision the artist had been told of does not stand any more. */
export function TakenBackMail(props: AboutTrack & { from: 'accepted' | 'declined' }) {
  return (
    <TrackLetter
      {...props}
      preview="It is in the queue again, and will be heard once more."
      title="We take our answer back"
    >
      {props.from === 'accepted' ? (
        <Paragraph>
          We wrote to you that your track goes on the air. That was too early: it is in the queue again, and out of
          rotation until it is decided.
        </Paragraph>
      ) : (
        <Paragraph>
          We wrote to you that your track does not go on the air. That no longer stands: it is in the queue again.
        </Paragraph>
      )}
      <Paragraph>We are sorry for the back and forth. You get another mail as soon as it is decided.</Paragraph>
    </TrackLetter>
  )
}

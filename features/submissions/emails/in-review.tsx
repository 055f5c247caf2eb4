import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the checks are done and the review follows. */
export function InReviewMail(props: AboutTrack & { notes: string[] }) {
  return (
    <TrackEmail {...props} preview="The checks are done. A person listens next." title="Your track is in review">
      <Paragraph>
        We checked the whole recording. Next, a person listens and decides whether the track goes on air.
      </Paragraph>
      {props.notes.length > 0 ? (
        <Paragraph>
          The checks found the following, which may help with your next track: {props.notes.join(' ')} No finding
          decides the outcome by itself.
        </Paragraph>
      ) : null}
    </TrackEmail>
  )
}

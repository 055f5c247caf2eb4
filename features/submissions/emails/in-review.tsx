import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackLetter } from './track-letter.tsx'

/** The machines are done; a person is next. */
export function InReviewMail(props: AboutTrack & { notes: string[] }) {
  return (
    <TrackLetter
      {...props}
      preview="The checks are done; now a person listens."
      title="Your track waits for its listener"
    >
      <Paragraph>
        We checked the recording from beginning to end. Now it waits for a person, who decides whether it goes on the
        air.
      </Paragraph>
      {props.notes.length > 0 ? (
        <Paragraph>
          What we noticed, and what you may want to know before the next one: {props.notes.join(' ')} None of it decides
          by itself.
        </Paragraph>
      ) : null}
    </TrackLetter>
  )
}

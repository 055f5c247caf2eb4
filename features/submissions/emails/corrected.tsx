import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackLetter } from './track-letter.tsx'

/** The artist changed what they wrote. */
export function CorrectedMail(props: AboutTrack) {
  return (
    <TrackLetter {...props} preview="What you wrote about your track was changed." title="Your corrections are saved">
      <Paragraph>
        What you wrote about this track was changed on its private page, where it stands as we have it now.
      </Paragraph>
    </TrackLetter>
  )
}

import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track details were changed. */
export function CorrectedMail(props: AboutTrack) {
  return (
    <TrackEmail {...props} preview="The details of your track were updated." title="Your changes are saved">
      <Paragraph>The details of this track were changed on its status page, which shows the current version.</Paragraph>
    </TrackEmail>
  )
}

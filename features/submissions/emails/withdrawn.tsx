import { retentionDays } from '#features/submissions/contract.ts'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track was withdrawn. */
export function WithdrawnMail(props: AboutTrack) {
  return (
    <TrackEmail {...props} preview="The track was withdrawn and is off the air." title="Your track was withdrawn">
      <Paragraph>
        You withdrew this track. It was removed from the queue and the rotation. If it is playing right now, it is
        played for the last time. Your permission for us to broadcast it has ended.
      </Paragraph>
      <Paragraph>We delete the file in {retentionDays} days.</Paragraph>
    </TrackEmail>
  )
}

import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track was played for the first time. */
export function FirstPlayedMail(props: AboutTrack & { playedAt: string; listenUrl: string }) {
  return (
    <TrackEmail
      {...props}
      preview="Swade Radio is playing it right now."
      title="Your track is on air"
      more={[['First played', props.playedAt]]}
    >
      <Paragraph>
        Swade Radio just started playing your track for the first time. The track stays in rotation from now on.
      </Paragraph>
      <Paragraph>Listen at {props.listenUrl}. The status page shows plays and listeners.</Paragraph>
    </TrackEmail>
  )
}

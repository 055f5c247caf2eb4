import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackLetter } from './track-letter.tsx'

/** The station began to play it for the first time. */
export function FirstPlayedMail(props: AboutTrack & { playedAt: string; listenUrl: string }) {
  return (
    <TrackLetter
      {...props}
      preview="Swade Radio plays it right now."
      title="You are on the air"
      more={[['First played', props.playedAt]]}
    >
      <Paragraph>
        Swade Radio has just begun to play your track, for the first time. It stays in rotation from here on.
      </Paragraph>
      <Paragraph>Listen at {props.listenUrl}. Plays and listeners are counted on the page of your track.</Paragraph>
    </TrackLetter>
  )
}

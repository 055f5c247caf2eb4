import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track was received. */
export function ReceivedMail(props: AboutTrack & { consentText: string; consentedAt: string }) {
  return (
    <TrackEmail
      {...props}
      preview="This email contains the link to your track’s private status page."
      title="We received your track"
      more={[
        ['Your consent', props.consentText],
        ['Given on', props.consentedAt],
      ]}
    >
      <Paragraph>
        Thank you. We stored the file exactly as you sent it. Automatic checks run first, then a person listens and
        decides. We email you at each step.
      </Paragraph>
      <Paragraph>
        The link below opens a private page, where you can follow the track’s status, correct its details or withdraw
        it.
      </Paragraph>
    </TrackEmail>
  )
}

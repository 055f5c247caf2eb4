import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackLetter } from './track-letter.tsx'

/** The file is safe; nobody has listened yet. */
export function ReceivedMail(props: AboutTrack & { consentText: string; consentedAt: string }) {
  return (
    <TrackLetter
      {...props}
      preview="Your track is safe with us. This mail holds the link to its private page."
      title="We have your track"
      more={[
        ['You agreed', props.consentText],
        ['On', props.consentedAt],
      ]}
    >
      <Paragraph>
        Thank you. The file is safe with us, exactly as you sent it. Our machines check it first, then a person listens
        and decides. You get a mail at each step.
      </Paragraph>
      <Paragraph>
        The page behind this link is yours alone: there you see where the track is, correct what you wrote, or take it
        back.
      </Paragraph>
    </TrackLetter>
  )
}

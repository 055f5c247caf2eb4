import { Letter, MailButton, Paragraph } from '#shared/mail/letter.tsx'

/** Asks the owner of an address whether it was really them; sent under double opt-in only. */
export function ConfirmationMail({
  firstName,
  postalAddress,
  confirmUrl,
}: {
  firstName: string
  postalAddress: string
  confirmUrl: string
}) {
  return (
    <Letter
      preview="One press of a button, and the Friday letter is yours."
      kicker="One more step"
      title="Is this your address?"
      postalAddress={postalAddress}
      reason="Somebody entered this address on our site. If that was not you, do nothing: no letter will come."
    >
      <Paragraph>{firstName ? `Hello ${firstName},` : 'Hello,'}</Paragraph>
      <Paragraph>Please confirm that you want our weekly letter, every Friday at 9 AM EST.</Paragraph>
      <MailButton href={confirmUrl}>Yes, sign me up</MailButton>
    </Letter>
  )
}

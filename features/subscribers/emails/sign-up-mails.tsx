import { EmailLayout, MailButton, MailLink, Paragraph } from '#shared/mail/email-layout.tsx'

/** The first letter anyone gets. */
export function WelcomeMail({
  origin,
  firstName,
  postalAddress,
  preferencesUrl,
  unsubscribeUrl,
}: {
  origin: string
  firstName: string
  postalAddress: string
  preferencesUrl: string
  unsubscribeUrl: string
}) {
  return (
    <EmailLayout
      preview="One letter a week, every Friday at 9 AM EST. Here is where to start."
      kicker="Welcome"
      title="You’re on the list"
      postalAddress={postalAddress}
      reason="You get this because this address signed up for the weekly letter on our site."
      preferencesUrl={preferencesUrl}
      unsubscribeUrl={unsubscribeUrl}
    >
      <Paragraph>{firstName ? `Hello ${firstName},` : 'Hello,'}</Paragraph>
      <Paragraph>
        Good to have you. Every Friday at 9 AM EST you get one letter: what went on the air, what we made, and a few
        tools worth knowing.
      </Paragraph>
      <Paragraph>
        Until then, the free book is a fair place to begin: ten chapters on finishing a record with machines in the
        room, and on finding the people who want to hear it.
      </Paragraph>
      <MailButton href={`${origin}/book/indie-music-ai-guide-2`}>Open the free book</MailButton>
      <Paragraph>
        Or <MailLink href={`${origin}/swade-fam`}>meet the artists</MailLink> (they are made with AI, and they all say
        so).
      </Paragraph>
      <Paragraph>Swade</Paragraph>
    </EmailLayout>
  )
}

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
    <EmailLayout
      preview="One press of a button, and the Friday letter is yours."
      kicker="One more step"
      title="Is this your address?"
      postalAddress={postalAddress}
      reason="Somebody entered this address on our site. If that was not you, do nothing: no letter will come."
    >
      <Paragraph>{firstName ? `Hello ${firstName},` : 'Hello,'}</Paragraph>
      <Paragraph>Please confirm that you want our weekly letter, every Friday at 9 AM EST.</Paragraph>
      <MailButton href={confirmUrl}>Yes, sign me up</MailButton>
    </EmailLayout>
  )
}

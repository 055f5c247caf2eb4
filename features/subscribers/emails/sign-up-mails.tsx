import { EmailLayout, MailButton, MailLink, Paragraph } from '#shared/mail/email-layout.tsx'

/** Welcome email after signing up. */
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
      preview="One newsletter a week, every Friday at 9 AM EST. Here is where to start."
      kicker="Welcome"
      title="You’re on the list"
      postalAddress={postalAddress}
      reason="You received this email because this address was subscribed to the weekly newsletter on our site."
      preferencesUrl={preferencesUrl}
      unsubscribeUrl={unsubscribeUrl}
    >
      <Paragraph>{firstName ? `Hello ${firstName},` : 'Hello,'}</Paragraph>
      <Paragraph>
        Thank you for subscribing. Every Friday at 9 AM EST you get one newsletter: new music on the radio, what we
        made, and a few useful tools.
      </Paragraph>
      <Paragraph>
        Until then, start with the free book: ten chapters on finishing a record with AI tools and finding the people
        who want to hear it.
      </Paragraph>
      <MailButton href={`${origin}/book/indie-music-ai-guide-2`}>Open the free book</MailButton>
      <Paragraph>
        Or <MailLink href={`${origin}/swade-fam`}>meet the artists</MailLink> (all of them are made with AI and labelled
        as such).
      </Paragraph>
      <Paragraph>Swade</Paragraph>
    </EmailLayout>
  )
}

/** Email that asks to confirm an address: with double opt-in, and before resubscribing. */
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
      preview="Confirm your address to get the Friday newsletter."
      kicker="One more step"
      title="Confirm your address"
      postalAddress={postalAddress}
      reason="Someone entered this address on our site. If it was not you, ignore this email: you will not get the newsletter."
    >
      <Paragraph>{firstName ? `Hello ${firstName},` : 'Hello,'}</Paragraph>
      <Paragraph>Please confirm that you want our weekly newsletter, every Friday at 9 AM EST.</Paragraph>
      <MailButton href={confirmUrl}>Confirm my address</MailButton>
    </EmailLayout>
  )
}

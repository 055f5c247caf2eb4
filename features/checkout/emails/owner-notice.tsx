import { DetailsTable, EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'

/** Something about an order that only the owner can decide. */
export function OwnerNoticeMail({
  title,
  words,
  facts,
  button,
  postalAddress,
}: {
  title: string
  words: string
  facts: [string, string][]
  /** Where it is decided, at the desk. */
  button: { href: string; label: string }
  postalAddress: string
}) {
  return (
    <EmailLayout
      preview={words}
      kicker="For the owner"
      title={title}
      postalAddress={postalAddress}
      reason="You get this because this address is set as the owner’s."
    >
      <Paragraph>{words}</Paragraph>
      <MailButton href={button.href}>{button.label}</MailButton>
      <DetailsTable facts={facts} />
    </EmailLayout>
  )
}

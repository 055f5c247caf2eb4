import { Facts, Letter, MailButton, Paragraph } from '#shared/mail/letter.tsx'

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
    <Letter
      preview={words}
      kicker="For the owner"
      title={title}
      postalAddress={postalAddress}
      reason="You received this email because this address is set as the owner’s."
    >
      <Paragraph>{words}</Paragraph>
      <MailButton href={button.href}>{button.label}</MailButton>
      <Facts facts={facts} />
    </Letter>
  )
}

import { DetailsTable, EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Email about an order that needs action from the owner. */
export function OwnerNoticeMail({
  title,
  text,
  facts,
  button,
  sender,
}: {
  title: string
  text: string
  facts: [string, string][]
  /** Link to the page of the admin where the owner acts. */
  button: { href: string; label: string }
  sender: MailSender
}) {
  return (
    <EmailLayout
      preview={text}
      kicker="For the owner"
      title={title}
      sender={sender}
      reason="You received this email because this is the owner’s email address."
    >
      <Paragraph>{text}</Paragraph>
      <MailButton href={button.href}>{button.label}</MailButton>
      <DetailsTable facts={facts} />
    </EmailLayout>
  )
}

import { DetailsTable, EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'
import { testOrderNote } from '#features/checkout/action-item-labels.ts'

/** Email about an order that needs action from the owner. */
export function OwnerNoticeMail({
  title,
  text,
  isTest,
  facts,
  button,
  sender,
}: {
  title: string
  text: string
  /** True for an order of the test checkout. */
  isTest: boolean
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
      {isTest ? <Paragraph>{testOrderNote}</Paragraph> : null}
      <Paragraph>{text}</Paragraph>
      <MailButton href={button.href}>{button.label}</MailButton>
      <DetailsTable facts={facts} />
    </EmailLayout>
  )
}

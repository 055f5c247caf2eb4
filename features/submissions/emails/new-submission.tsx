import { DetailsTable, EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Email to the owner: a track was submitted. */
export function NewSubmissionMail({
  facts,
  reviewUrl,
  sender,
}: {
  facts: [string, string][]
  reviewUrl: string
  sender: MailSender
}) {
  return (
    <EmailLayout
      preview="A new track was submitted to the radio."
      kicker="For the owner"
      title="New track submission"
      sender={sender}
      reason="You received this email because this is the owner’s email address."
    >
      <Paragraph>
        A new track was submitted to the radio. You can review it as soon as the automatic checks are done.
      </Paragraph>
      <DetailsTable facts={facts} />
      <MailButton href={reviewUrl}>Review track</MailButton>
    </EmailLayout>
  )
}

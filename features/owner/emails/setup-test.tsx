import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/**
 * Email that the owner sends to test the mail server.
 *
 * @param hasServer Whether a mail server is configured; otherwise the email stays in the local outbox.
 */
export function SetupTestMail({
  origin,
  sender,
  hasServer,
}: {
  origin: string
  sender: MailSender
  hasServer: boolean
}) {
  const title = hasServer ? 'Your site can send emails' : 'Test email'
  return (
    <EmailLayout
      preview={`${title}.`}
      kicker="Setup"
      title={title}
      sender={sender}
      reason="You received this email because you tested the mail server in the admin of your site."
    >
      <Paragraph>
        {hasServer
          ? `This email was sent by ${origin}. If it landed in your spam folder, run npm run doctor on the server: it checks the SPF, DKIM and DMARC records of the sender.`
          : `${origin} saved this email to its local outbox. Set SMTP_URL to send emails to real inboxes.`}
      </Paragraph>
    </EmailLayout>
  )
}

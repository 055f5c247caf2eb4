import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Email that the owner sends to test the mail server. */
export function SetupTestMail({ origin, sender }: { origin: string; sender: MailSender }) {
  return (
    <EmailLayout
      preview="Your site can send emails."
      kicker="Setup"
      title="Your site can send emails"
      sender={sender}
      reason="You received this email because you tested the mail server in the admin of your site."
    >
      <Paragraph>
        This email was sent by {origin}. If it landed in your spam folder, run npm run doctor on the server: it checks
        the SPF, DKIM and DMARC records of the sender.
      </Paragraph>
    </EmailLayout>
  )
}

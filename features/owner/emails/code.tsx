import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Email with a one-time sign-in code, which is its heading. */
export function CodeMail({ code, minutes, sender }: { code: string; minutes: number; sender: MailSender }) {
  return (
    <EmailLayout
      preview={`Use ${code} within ${minutes} minutes to sign in to the admin.`}
      kicker="Admin Access"
      title={code}
      sender={sender}
      reason="You received this email because someone entered this address on the admin sign-in page of our site."
    >
      <Paragraph>
        Enter this code on the page where you requested it. It works once and expires after {String(minutes)} minutes.
        If you requested several codes, use one of the two newest.
      </Paragraph>
      <Paragraph>
        If you did not request this code, you can ignore this email: signing in requires the code. Do not share it: we
        will never ask for it by email, phone or chat.
      </Paragraph>
    </EmailLayout>
  )
}

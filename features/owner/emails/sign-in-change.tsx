import { DetailsTable, EmailLayout, MailLink, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Email about a change or use of a passkey or recovery code. */
export function SignInChangeMail({
  title,
  text,
  at,
  browser,
  settingsUrl,
  sender,
}: {
  title: string
  /** One or two sentences: what happened. */
  text: string
  /** Readable timestamp. */
  at: string
  /** Readable name of the browser; empty if unknown. */
  browser: string
  settingsUrl: string
  sender: MailSender
}) {
  return (
    <EmailLayout
      preview={text}
      kicker="Admin Access"
      title={title}
      sender={sender}
      reason="You received this email because you own this site. We send one whenever a passkey is added, removed or used, or recovery codes are created or used."
    >
      <Paragraph>{text}</Paragraph>
      <DetailsTable
        facts={[
          ['Time', at],
          ['Browser', browser],
        ]}
      />
      <Paragraph>
        If this was not you, sign in with an emailed code and open{' '}
        <MailLink href={settingsUrl}>the admin settings</MailLink>. Remove unknown passkeys, replace the recovery codes
        and sign out everywhere.
      </Paragraph>
    </EmailLayout>
  )
}

import { DetailsTable, EmailLayout, MailLink, Paragraph } from '#shared/mail/email-layout.tsx'

/** Email about a change or use of a passkey or recovery code. */
export function SignInChangeMail({
  title,
  text,
  at,
  browser,
  settingsUrl,
  postalAddress,
}: {
  title: string
  /** One or two sentences: what happened. */
  text: string
  /** Readable timestamp. */
  at: string
  /** Readable name of the browser; empty if unknown. */
  browser: string
  settingsUrl: string
  postalAddress: string
}) {
  return (
    <EmailLayout
      preview={text}
      kicker="Admin Access"
      title={title}
      postalAddress={postalAddress}
      reason="You received this email because you own this site. It is sent after every change or use of a passkey or recovery code."
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
        <MailLink href={settingsUrl}>the settings of the admin</MailLink>. Remove unknown passkeys, replace the recovery
        codes and sign out everywhere.
      </Paragraph>
    </EmailLayout>
  )
}

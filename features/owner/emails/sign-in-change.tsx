import { DetailsTable, EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'

/** Email about a change or use of a passkey or recovery code. */
export function SignInChangeMail({
  title,
  text,
  at,
  agent,
  settingsUrl,
  postalAddress,
}: {
  title: string
  /** One or two sentences: what happened. */
  text: string
  /** Readable timestamp. */
  at: string
  /** User agent of the browser; empty if unknown. */
  agent: string
  settingsUrl: string
  postalAddress: string
}) {
  return (
    <EmailLayout
      preview={text}
      kicker="Admin Access"
      title={title}
      postalAddress={postalAddress}
      reason="You received this email because this address owns our site. It is sent after every such change."
    >
      <Paragraph>{text}</Paragraph>
      <DetailsTable facts={[['Time', at], ...(agent ? ([['Browser', agent]] as [string, string][]) : [])]} />
      <Paragraph>
        If this was not you, sign in with an emailed code, remove unknown passkeys, replace the recovery codes and sign
        out everywhere: {settingsUrl}
      </Paragraph>
    </EmailLayout>
  )
}

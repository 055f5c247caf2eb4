import { DetailsTable, EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'

/** The second half of signing in: a code that opens the desk once. */
export function CodeMail({ code, minutes, postalAddress }: { code: string; minutes: number; postalAddress: string }) {
  return (
    <EmailLayout
      preview={`${code} opens the desk within ${minutes} minutes.`}
      kicker="Admin Access"
      title={code}
      postalAddress={postalAddress}
      reason="You get this because this address was typed in at the owner's gate of our site."
    >
      <Paragraph>
        Type this code into the page where you asked for it. It opens the desk once, within {String(minutes)} minutes.
        Of several codes the two newest work.
      </Paragraph>
      <DetailsTable facts={[['Code', code]]} />
      <Paragraph>
        If it was not you who asked, do nothing: without the code nobody gets in. Nobody of ours will ever ask you for
        it.
      </Paragraph>
    </EmailLayout>
  )
}

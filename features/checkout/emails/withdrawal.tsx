import { DetailsTable, EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'

/** Acknowledges a declaration of withdrawal on a durable medium: what was declared, and when it was received. */
export function WithdrawalMail({
  name,
  email,
  contract,
  orderCode,
  receivedAt,
  supportEmail,
  postalAddress,
}: {
  name: string
  email: string
  contract: string
  /** Empty when none was found. */
  orderCode: string
  receivedAt: string
  supportEmail: string
  postalAddress: string
}) {
  return (
    <EmailLayout
      preview={`Received on ${receivedAt}.`}
      kicker="Withdrawal"
      title="We have received your withdrawal"
      postalAddress={postalAddress}
      reason={`You get this because the withdrawal form on our site was sent with this address. If that was not you, write to ${supportEmail}.`}
    >
      <Paragraph>This is what was declared with this address, and when we received it.</Paragraph>
      <DetailsTable
        facts={[
          ['Received', receivedAt],
          ['Name', name],
          ['Email', email],
          ['Contract', contract],
          ...(orderCode ? ([['Order', orderCode]] as [string, string][]) : []),
        ]}
      />
      <Paragraph>
        Where the right of withdrawal stands, your money goes back the way you paid, within 14 days, and the book
        closes. We write to you as soon as that is done.
      </Paragraph>
    </EmailLayout>
  )
}

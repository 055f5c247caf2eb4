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
  /** Empty when no order matches. */
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
      reason={`You received this email because the withdrawal form on our site was submitted with this address. If that was not you, email ${supportEmail}.`}
    >
      <Paragraph>We received this withdrawal at the time shown.</Paragraph>
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
        If the right of withdrawal applies, we refund your payment to your original payment method within 14 days, and
        your access to the book ends. We email you as soon as that is done.
      </Paragraph>
    </EmailLayout>
  )
}

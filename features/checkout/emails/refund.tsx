import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, mailReason } from './order-facts.tsx'

/** Party that returned the money: we by card, the owner by Cash App, or the bank after a dispute. */
export type RefundedBy = 'card' | 'cashapp' | 'bank'

/** Mail subjects and titles by party. */
export const refundTitles: Record<RefundedBy, string> = {
  card: 'Your refund is on its way',
  cashapp: 'Your refund was sent',
  bank: 'Your bank returned your payment',
}

const texts: Record<RefundedBy, string> = {
  card: 'We refunded everything you paid for this book to your original payment method. Banks take a few days to show it.',
  cashapp: 'We refunded everything you paid for this book by Cash App.',
  bank: 'You disputed this payment, and your bank returns the money to you. Your bank can tell you when it arrives.',
}

/** Email after the full payment was returned. */
export function RefundMail({
  by,
  parts,
  ...props
}: OrderMailProps & { by: RefundedBy; parts?: { ours: string; banks: string } | undefined }) {
  return (
    <EmailLayout
      preview={`You get ${props.price} back for ${props.title}.`}
      kicker={by === 'bank' ? 'Dispute' : 'Refund'}
      title={refundTitles[by]}
      postalAddress={props.postalAddress}
      reason={mailReason(props)}
    >
      <Paragraph>
        {parts
          ? `Your bank returned ${parts.banks} of your payment, and we refunded the other ${parts.ours}.`
          : texts[by]}{' '}
        Your access to the book has ended. You can still read the free preview.
      </Paragraph>
      <OrderFacts {...props} />
    </EmailLayout>
  )
}

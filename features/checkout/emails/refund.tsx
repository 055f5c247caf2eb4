import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutOrder, OrderFacts, reasonOf } from './order-facts.tsx'

/**
 * Who sent the money back: we, the way the card was charged; the owner, by hand in Cash App; the buyer's bank, after a
 * dispute.
 */
export type RefundedBy = 'card' | 'cashapp' | 'bank'

/** What each of them is called. */
export const refundTitles: Record<RefundedBy, string> = {
  card: 'Your money is on its way back',
  cashapp: 'Your money was sent back',
  bank: 'Your bank returned your payment',
}

const words: Record<RefundedBy, string> = {
  card: 'We have given back all you paid for this book, the way you paid. Banks take a few days to show it.',
  cashapp: 'We have sent back all you paid for this book by Cash App.',
  bank: 'You disputed this payment with your bank, and the money goes back to you through it. Your bank can tell you when it arrives.',
}

/** All of the money went back. */
export function RefundMail({
  by,
  parts,
  ...props
}: AboutOrder & { by: RefundedBy; parts?: { ours: string; banks: string } | undefined }) {
  return (
    <EmailLayout
      preview={`${props.price} for ${props.title} go back to you.`}
      kicker={by === 'bank' ? 'Dispute' : 'Refund'}
      title={refundTitles[by]}
      postalAddress={props.postalAddress}
      reason={reasonOf(props)}
    >
      <Paragraph>
        {parts
          ? `Your bank returned ${parts.banks} of your payment, and we gave back the other ${parts.ours}.`
          : words[by]}{' '}
        The book is closed from now on; its first pages stay open to everybody.
      </Paragraph>
      <OrderFacts {...props} />
    </EmailLayout>
  )
}

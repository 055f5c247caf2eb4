import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutOrder, OrderFacts, reasonOf } from './order-facts.tsx'

/** The shop closed a book of which part of the money went back. */
export function BookClosedMail({ refunded, ...props }: AboutOrder & { refunded: string }) {
  return (
    <EmailLayout
      preview={`Your access to ${props.title} has ended.`}
      kicker="Order"
      title="Your access to this book has ended"
      postalAddress={props.postalAddress}
      reason={reasonOf(props)}
    >
      <Paragraph>
        Part of your payment for {props.title} went back to you or is held by your bank, so we have closed the book. Its
        first pages stay open to everybody. If you think this is a mistake, reply to {props.supportEmail} with your
        order number.
      </Paragraph>
      <OrderFacts {...props} more={[['Refunded', refunded]]} />
    </EmailLayout>
  )
}

import { EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, mailReason } from './order-facts.tsx'

/** Email after a pending payment failed. */
export function PaymentFailedMail({ bookUrl, ...props }: OrderMailProps & { bookUrl: string }) {
  return (
    <EmailLayout
      preview={`You were not charged for ${props.title}.`}
      kicker="Payment"
      title="Your payment failed"
      postalAddress={props.postalAddress}
      reason={mailReason(props)}
    >
      <Paragraph>
        Your bank declined the payment. You were not charged, and we closed the order. You can try again at any time.
      </Paragraph>
      <MailButton href={bookUrl}>Go to the book</MailButton>
      <OrderFacts {...props} />
    </EmailLayout>
  )
}

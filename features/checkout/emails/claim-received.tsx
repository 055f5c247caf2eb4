import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, mailReason } from './order-facts.tsx'

/** Email after the buyer marked a Cash App payment as sent. */
export function ClaimReceivedMail(props: OrderMailProps) {
  return (
    <EmailLayout
      preview="We email you the book as soon as we find it."
      kicker="Cash App"
      title="We are looking for your payment"
      postalAddress={props.postalAddress}
      reason={mailReason(props)}
    >
      <Paragraph>
        Cash App does not notify us, so a person matches incoming payments with your order number. As soon as your
        payment is confirmed, the book opens in the browser you ordered from, and we email its link to this address.
      </Paragraph>
      <OrderFacts {...props} />
      <Paragraph>
        If your payment note does not contain the order number, send the receipt and the number to {props.supportEmail}.
      </Paragraph>
    </EmailLayout>
  )
}

import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutOrder, OrderFacts, reasonOf } from './order-facts.tsx'

/** The buyer said that Cash App money is on its way. */
export function ClaimReceivedMail(props: AboutOrder) {
  return (
    <EmailLayout
      preview="As soon as we see it, the book comes to this address."
      kicker="Cash App"
      title="We look out for your payment"
      postalAddress={props.postalAddress}
      reason={reasonOf(props)}
    >
      <Paragraph>
        Cash App tells us nothing by itself: a person compares what arrives with your order number. As soon as that is
        done, the book opens in the browser you ordered from, and its link comes to this address.
      </Paragraph>
      <OrderFacts {...props} />
      <Paragraph>
        If the order number is not in the note of your payment, send the receipt and the number to {props.supportEmail}.
      </Paragraph>
    </EmailLayout>
  )
}

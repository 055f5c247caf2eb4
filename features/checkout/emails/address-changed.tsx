import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, mailReason } from './order-facts.tsx'

/** Notifies the previous address of an order that the address has changed. */
export function AddressChangedMail(props: OrderMailProps) {
  return (
    <EmailLayout
      preview="The links we sent to this address no longer work."
      kicker="Your order"
      title="The email address of your order has changed"
      postalAddress={props.postalAddress}
      reason={mailReason(props)}
    >
      <Paragraph>
        The email address of this order was changed in the browser that paid for it. The links we sent to this address
        no longer work.
      </Paragraph>
      <OrderFacts {...props} />
      <Paragraph>
        If you bought this book and did not change the address, email {props.supportEmail} with the order number.
      </Paragraph>
    </EmailLayout>
  )
}

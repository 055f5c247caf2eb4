import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutOrder, OrderFacts, reasonOf } from './order-facts.tsx'

/** Tells the address a book went to first that it goes elsewhere now. */
export function AddressChangedMail(props: AboutOrder) {
  return (
    <EmailLayout
      preview="The links we sent to this address do not open it any more."
      kicker="Your order"
      title="A book goes to another address now"
      postalAddress={props.postalAddress}
      reason={reasonOf(props)}
    >
      <Paragraph>
        The browser that paid for this book has corrected the address it goes to. The links we sent to this one do not
        open it any more.
      </Paragraph>
      <OrderFacts {...props} />
      <Paragraph>
        If you bought this book and did not change the address, write to {props.supportEmail} with the order number.
      </Paragraph>
    </EmailLayout>
  )
}

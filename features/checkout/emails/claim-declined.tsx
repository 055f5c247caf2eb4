import { EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutOrder, OrderFacts, reasonOf } from './order-facts.tsx'

/** The owner found no money for a claim. */
export function ClaimDeclinedMail({ reason, bookUrl, ...props }: AboutOrder & { reason: string; bookUrl: string }) {
  return (
    <EmailLayout
      preview="If you have paid, send us the receipt and the order number."
      kicker="Cash App"
      title="We did not find your payment"
      postalAddress={props.postalAddress}
      reason={reasonOf(props)}
    >
      <Paragraph>
        We looked for a payment with your order number and did not find one, so the order has ended. If you have paid,
        send the receipt and the number to {props.supportEmail}: the book still opens as soon as the money is found.
      </Paragraph>
      {reason ? <Paragraph>We noted: {reason}</Paragraph> : null}
      <OrderFacts {...props} />
      <MailButton href={bookUrl}>To the book</MailButton>
    </EmailLayout>
  )
}

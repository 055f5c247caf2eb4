import { EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, mailReason } from './order-facts.tsx'

/** Email after the owner declined a claim. */
export function ClaimDeclinedMail({ reason, bookUrl, ...props }: OrderMailProps & { reason: string; bookUrl: string }) {
  return (
    <EmailLayout
      preview="If you have paid, send us the receipt and the order number."
      kicker="Cash App"
      title="We did not find your payment"
      postalAddress={props.postalAddress}
      reason={mailReason(props)}
    >
      <Paragraph>
        We looked for a payment with your order number and did not find one, so we closed the order. If you have paid,
        send the receipt and your order number to {props.supportEmail}. You get the book as soon as we find your
        payment.
      </Paragraph>
      {reason ? <Paragraph>Reason: {reason}</Paragraph> : null}
      <OrderFacts {...props} />
      <MailButton href={bookUrl}>Go to the book</MailButton>
    </EmailLayout>
  )
}

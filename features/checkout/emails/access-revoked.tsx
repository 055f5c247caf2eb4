import { EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, mailReason } from './order-facts.tsx'

/** Email after the owner revoked access to a partly refunded book. */
export function AccessRevokedMail({ refunded, ...props }: OrderMailProps & { refunded: string }) {
  return (
    <EmailLayout
      preview={`Your access to ${props.title} has ended.`}
      kicker="Your order"
      title="Your access to this book has ended"
      postalAddress={props.postalAddress}
      reason={mailReason(props)}
    >
      <Paragraph>
        Part of your payment for {props.title} was refunded or is held by your bank, so we have ended your access to the
        book. You can still read the free preview. If you think this is a mistake, email {props.supportEmail} with your
        order number.
      </Paragraph>
      <OrderFacts {...props} more={[['Refunded', refunded]]} />
    </EmailLayout>
  )
}

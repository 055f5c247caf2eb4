import { EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutOrder, OrderFacts, reasonOf } from './order-facts.tsx'

/** A payment that was on its way did not arrive. */
export function PaymentFailedMail({ bookUrl, ...props }: AboutOrder & { bookUrl: string }) {
  return (
    <EmailLayout
      preview={`Nothing was charged for ${props.title}.`}
      kicker="Payment"
      title="Your payment did not arrive"
      postalAddress={props.postalAddress}
      reason={reasonOf(props)}
    >
      <Paragraph>
        Your bank did not let the payment through, so nothing was charged and the order has ended. You can try again at
        any time.
      </Paragraph>
      <MailButton href={bookUrl}>To the book</MailButton>
      <OrderFacts {...props} />
    </EmailLayout>
  )
}

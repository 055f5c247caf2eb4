import { EmailLayout, MailButton, MailLink, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, mailReason } from './order-facts.tsx'

/** Email with the book and its receipt, the durable record of the purchase and the consent. */
export function AccessMail(
  props: OrderMailProps & {
    openUrl: string
    pdfUrl: string
    findUrl: string
    withdrawUrl: string
    paidOn: string
    /** Empty without consent; then the right of withdrawal remains. */
    consentText: string
    consentedAt: string
  },
) {
  const { title, openUrl, pdfUrl, findUrl, withdrawUrl, paidOn, consentText, consentedAt, postalAddress } = props
  return (
    <EmailLayout
      preview={`${title} is yours. Open it on any device, for life.`}
      kicker="Your book"
      title={title}
      postalAddress={postalAddress}
      reason={mailReason(props)}
    >
      <Paragraph>Thank you. The book is yours for life, on every device you open it on.</Paragraph>
      <MailButton href={openUrl}>Open the book</MailButton>
      <Paragraph>
        This link is personal. Keep this email, and share the book’s page instead of the link. In a browser where you
        have opened the book, you can also <MailLink href={pdfUrl}>download the PDF</MailLink>. Its pages are marked
        with your order number and part of your email address.
      </Paragraph>
      <OrderFacts {...props} more={[['Paid', paidOn]]} />
      {consentText ? (
        <Paragraph>
          Before paying, on {consentedAt}, you declared: “{consentText}” The book was made available to you as soon as
          your payment was confirmed, so the right of withdrawal has ended.
        </Paragraph>
      ) : (
        <Paragraph>
          You may withdraw from this contract within 14 days of the purchase, without giving a reason, and get your
          money back. Use our form: <MailLink href={withdrawUrl}>withdraw from contract here</MailLink>.
        </Paragraph>
      )}
      <Paragraph>
        If you lose this email, <MailLink href={findUrl}>find my books</MailLink> sends new links to this address.
      </Paragraph>
    </EmailLayout>
  )
}

import { EmailLayout, MailButton, MailLink, Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutOrder, OrderFacts, reasonOf } from './order-facts.tsx'

/** The book and its receipt: the durable record of what was bought and of what was agreed. */
export function AccessMail(
  props: AboutOrder & {
    openUrl: string
    pdfUrl: string
    findUrl: string
    withdrawUrl: string
    paidOn: string
    /** Empty when the box was left alone; then the right of withdrawal stands. */
    consentText: string
    consentedAt: string
  },
) {
  const { title, openUrl, pdfUrl, findUrl, withdrawUrl, paidOn, consentText, consentedAt, postalAddress } = props
  return (
    <EmailLayout
      preview={`${title} is yours. This link opens it on any device, for life.`}
      kicker="Your book"
      title={title}
      postalAddress={postalAddress}
      reason={reasonOf(props)}
    >
      <Paragraph>Thank you. The book is yours, on every device you open it on, for life.</Paragraph>
      <MailButton href={openUrl}>Open the book</MailButton>
      <Paragraph>
        The link is personal: keep this mail, and pass on the book’s page rather than the link. In a browser where you
        have opened it you can also <MailLink href={pdfUrl}>download the PDF</MailLink>. Its pages carry your order
        number and part of your address.
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
          money back. One form is enough: <MailLink href={withdrawUrl}>withdraw from contract here</MailLink>.
        </Paragraph>
      )}
      <Paragraph>
        Should this mail get lost, <MailLink href={findUrl}>find my books</MailLink> sends you new links to this
        address.
      </Paragraph>
    </EmailLayout>
  )
}

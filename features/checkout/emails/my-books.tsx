import { EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'

/** Email with new links to every book bought with an address. */
export function MyBooksMail({
  books,
  supportEmail,
  postalAddress,
}: {
  books: { title: string; orderCode: string; openUrl: string }[]
  supportEmail: string
  postalAddress: string
}) {
  return (
    <EmailLayout
      preview="Each link opens its book on any device, for life."
      kicker="Find my books"
      title={books.length === 1 ? 'Your book' : 'Your books'}
      postalAddress={postalAddress}
      reason={`You received this email because someone requested the books bought with this address. If that was not you, ignore it. Questions: ${supportEmail}.`}
    >
      <Paragraph>
        Each link is personal and opens its book on any device. Links you received earlier still work.
      </Paragraph>
      {books.map(({ title, orderCode, openUrl }) => (
        <div key={orderCode}>
          <Paragraph>
            {title}, order {orderCode}
          </Paragraph>
          <MailButton href={openUrl}>Open the book</MailButton>
        </div>
      ))}
    </EmailLayout>
  )
}

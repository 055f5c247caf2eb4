import { EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'

/** New links to every book bought with an address. */
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
      reason={`Somebody asked for the books bought with this address. If that was not you, do nothing. Questions: ${supportEmail}.`}
    >
      <Paragraph>Each link is personal and opens its book on any device. Links you got before stay good.</Paragraph>
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

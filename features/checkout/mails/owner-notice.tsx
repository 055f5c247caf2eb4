import { Facts, Letter, Paragraph } from '#shared/mail/letter.tsx'

/** Something about an order that only the owner can decide. */
export function OwnerNoticeMail({
  title,
  words,
  facts,
  postalAddress,
}: {
  title: string
  words: string
  facts: [string, string][]
  postalAddress: string
}) {
  return (
    <Letter
      preview={words}
      kicker="For the owner"
      title={title}
      postalAddress={postalAddress}
      reason="You get this because this address is set as the owner’s."
    >
      <Paragraph>{words}</Paragraph>
      <Facts facts={facts} />
    </Letter>
  )
}

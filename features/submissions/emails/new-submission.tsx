import { Facts, Letter, MailButton, Paragraph } from '#shared/mail/letter.tsx'

/** Email to the owner: a track was submitted. */
export function NewSubmissionMail({
  facts,
  reviewUrl,
  postalAddress,
}: {
  facts: [string, string][]
  reviewUrl: string
  postalAddress: string
}) {
  return (
    <Letter
      preview="A new track was submitted to the radio."
      kicker="For the owner"
      title="New track submission"
      postalAddress={postalAddress}
      reason="You received this email because this is the owner’s email address."
    >
      <Paragraph>
        A new track was submitted to the radio. It is ready for your review as soon as the automatic checks are done.
      </Paragraph>
      <Facts facts={facts} />
      <MailButton href={reviewUrl}>Review track</MailButton>
    </Letter>
  )
}

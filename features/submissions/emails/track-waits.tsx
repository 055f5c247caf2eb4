import { DetailsTable, EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'

/** Somebody sent a track; to the owner. */
export function TrackWaitsMail({
  facts,
  deskUrl,
  postalAddress,
}: {
  facts: [string, string][]
  deskUrl: string
  postalAddress: string
}) {
  return (
    <EmailLayout
      preview="Somebody submitted a track to the radio."
      kicker="For the owner"
      title="A track waits for you"
      postalAddress={postalAddress}
      reason="You get this because this address is set as the owner’s."
    >
      <Paragraph>
        Somebody submitted a track to the radio. It is being checked, and then it waits on your desk.
      </Paragraph>
      <DetailsTable facts={facts} />
      <MailButton href={deskUrl}>Listen and decide</MailButton>
    </EmailLayout>
  )
}

import type { ReactNode } from 'react'
import { DetailsTable, EmailLayout, MailButton } from '#shared/mail/email-layout.tsx'

/** Properties of every email about a track. The texts come from strangers and were defused for mail programs. */
export type AboutTrack = {
  artistName: string
  songTitle: string
  /** Absolute address of the private status page. */
  statusUrl: string
  supportEmail: string
  postalAddress: string
}

/** Layout of an email to the artist: the event, the track and a link to the status page. */
export function TrackEmail(
  props: AboutTrack & { preview: string; title: string; more?: [string, string][]; children: ReactNode },
) {
  return (
    <EmailLayout
      preview={props.preview}
      kicker="Swade Radio"
      title={props.title}
      postalAddress={props.postalAddress}
      reason={`You received this email because a track was submitted to Swade Radio with this address. If that was not you, open the status page and withdraw the track, or contact ${props.supportEmail}.`}
    >
      {props.children}
      <DetailsTable facts={[['Track', props.songTitle], ['Artist', props.artistName], ...(props.more ?? [])]} />
      <MailButton href={props.statusUrl}>View status</MailButton>
    </EmailLayout>
  )
}

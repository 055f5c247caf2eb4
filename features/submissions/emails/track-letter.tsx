import type { ReactNode } from 'react'
import { DetailsTable, EmailLayout, MailButton } from '#shared/mail/email-layout.tsx'

/** What every mail about a track is told. The texts are a stranger's, made harmless for mail programs before. */
export type AboutTrack = {
  artistName: string
  songTitle: string
  /** Absolute address of the private status page. */
  statusUrl: string
  supportEmail: string
  postalAddress: string
}

/** A mail to the artist: what happened, the track in two lines, and the private page. */
export function TrackLetter(
  props: AboutTrack & { preview: string; title: string; more?: [string, string][]; children: ReactNode },
) {
  return (
    <EmailLayout
      preview={props.preview}
      kicker="Swade Radio"
      title={props.title}
      postalAddress={props.postalAddress}
      reason={`You get this because a track was submitted to Swade Radio with this address. If that was not you, open the page of the submission and withdraw it, or write to ${props.supportEmail}.`}
    >
      {props.children}
      <DetailsTable facts={[['Track', props.songTitle], ['Artist', props.artistName], ...(props.more ?? [])]} />
      <MailButton href={props.statusUrl}>See where it is</MailButton>
    </EmailLayout>
  )
}

import type { ReactNode } from 'react'
import { IntlProvider, useLocale, useTranslations } from 'use-intl/react'
import type { Locale } from '#shared/locales.ts'
import type { SiteMessages } from '#shared/messages.ts'
import { DetailsTable, EmailLayout, MailButton } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/**
 * Properties of every email about a track. The texts come from strangers, and their links have been disabled for mail
 * programs.
 */
export type AboutTrack = {
  artistName: string
  songTitle: string
  /** Absolute address of the private status page. */
  statusUrl: string
  supportEmail: string
  sender: MailSender
}

/** Provides an email with the texts of its language. */
export function InLanguage(props: { locale: Locale; messages: SiteMessages; content: ReactNode }) {
  return (
    <IntlProvider locale={props.locale} messages={props.messages} timeZone="UTC" onError={refuse}>
      {props.content}
    </IntlProvider>
  )
}

/** A missing text, or one with wrong values, is a programming error. */
function refuse(error: Error): never {
  throw error
}

/** Layout of an email to the artist: the event, the track and a link to the status page. */
export function TrackEmail(
  props: AboutTrack & {
    preview: string
    title: string
    /** True if nothing can be withdrawn any more. */
    isOver?: boolean
    more?: [string, string][]
    children: ReactNode
  },
) {
  const t = useTranslations('submissions.email')
  return (
    <EmailLayout
      locale={useLocale()}
      preview={props.preview}
      kicker={t('kicker')}
      title={props.title}
      sender={props.sender}
      reason={t('reason', { supportEmail: props.supportEmail, isOver: props.isOver ? 'yes' : 'no' })}
    >
      {props.children}
      <DetailsTable facts={[[t('track'), props.songTitle], [t('artist'), props.artistName], ...(props.more ?? [])]} />
      <MailButton href={props.statusUrl}>{t('viewStatus')}</MailButton>
    </EmailLayout>
  )
}

import { useLocale, useTranslations } from 'use-intl/react'
import { EmailLayout, MailButton, MailLink, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'
import type { Frequency } from '#features/subscribers/preferences.ts'

/** Frequency of the newsletter. `paused` stands for a monthly reader while no digest is sent. */
type Schedule = Frequency | 'paused'

/**
 * Welcome email after signing up.
 *
 * @param bookUrl Undefined if the free book is no longer in the library, or no longer free.
 */
export function WelcomeMail({
  firstName,
  schedule,
  sender,
  bookUrl,
  artistsUrl,
  preferencesUrl,
  unsubscribeUrl,
}: {
  firstName: string
  schedule: Schedule
  sender: MailSender
  bookUrl: string | undefined
  artistsUrl: string
  preferencesUrl: string
  unsubscribeUrl: string
}) {
  const t = useTranslations('subscribers.email')
  return (
    <EmailLayout
      locale={useLocale()}
      preview={t('welcome.preview', { schedule })}
      kicker={t('welcome.kicker')}
      title={t('welcome.title')}
      sender={sender}
      reason={t('welcome.reason')}
      preferencesUrl={preferencesUrl}
      unsubscribeUrl={unsubscribeUrl}
      linkNames={{ preferences: t('preferences'), unsubscribe: t('unsubscribe') }}
    >
      <Greeting firstName={firstName} />
      <Paragraph>{t('welcome.thanks', { schedule })}</Paragraph>
      {bookUrl ? (
        <>
          <Paragraph>{t('welcome.start')}</Paragraph>
          <MailButton href={bookUrl}>{t('welcome.book')}</MailButton>
        </>
      ) : null}
      <Paragraph>
        {t.rich(bookUrl ? 'welcome.artists' : 'welcome.artistsAlone', {
          link: (text) => <MailLink href={artistsUrl}>{text}</MailLink>,
        })}
      </Paragraph>
      <Paragraph>{sender.name}</Paragraph>
    </EmailLayout>
  )
}

/** Email that asks the person to confirm an address: with double opt-in, and before resubscribing. */
export function ConfirmationMail({
  firstName,
  schedule,
  sender,
  confirmUrl,
}: {
  firstName: string
  schedule: Schedule
  sender: MailSender
  confirmUrl: string
}) {
  const t = useTranslations('subscribers.email')
  return (
    <EmailLayout
      locale={useLocale()}
      preview={t('confirmation.preview')}
      kicker={t('confirmation.kicker')}
      title={t('confirmation.title')}
      sender={sender}
      reason={t('confirmation.reason')}
    >
      <Greeting firstName={firstName} />
      <Paragraph>{t('confirmation.ask', { schedule })}</Paragraph>
      <MailButton href={confirmUrl}>{t('confirmation.confirm')}</MailButton>
    </EmailLayout>
  )
}

function Greeting({ firstName }: { firstName: string }) {
  const t = useTranslations('subscribers.email')
  return <Paragraph>{firstName ? t('hello', { name: firstName }) : t('helloYou')}</Paragraph>
}

import { useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track was received. */
export function ReceivedMail(props: AboutTrack & { consentText: string; consentedAt: string }) {
  const t = useTranslations('submissions.email.received')
  return (
    <TrackEmail
      {...props}
      preview={t('preview')}
      title={t('title')}
      more={[
        [t('consent'), props.consentText],
        [t('givenOn'), props.consentedAt],
      ]}
    >
      <Paragraph>{t('thanks')}</Paragraph>
      <Paragraph>{t('link')}</Paragraph>
    </TrackEmail>
  )
}

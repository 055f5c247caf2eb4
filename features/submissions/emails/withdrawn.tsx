import { useTranslations } from 'use-intl/react'
import { retentionDays } from '#features/submissions/contract.ts'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track was withdrawn. */
export function WithdrawnMail(props: AboutTrack) {
  const t = useTranslations('submissions.email.withdrawn')
  return (
    <TrackEmail {...props} preview={t('preview')} title={t('title')}>
      <Paragraph>{t('text')}</Paragraph>
      <Paragraph>{t('deleted', { days: retentionDays })}</Paragraph>
    </TrackEmail>
  )
}

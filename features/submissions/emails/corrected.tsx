import { useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track details were changed. */
export function CorrectedMail(props: AboutTrack) {
  const t = useTranslations('submissions.email.corrected')
  return (
    <TrackEmail {...props} preview={t('preview')} title={t('title')}>
      <Paragraph>{t('text')}</Paragraph>
    </TrackEmail>
  )
}

import { useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: a decision was undone. */
export function DecisionUndoneMail(props: AboutTrack & { from: 'accepted' | 'declined' }) {
  const t = useTranslations('submissions.email.undone')
  return (
    <TrackEmail {...props} preview={t('preview')} title={t('title')}>
      <Paragraph>{t(props.from)}</Paragraph>
      <Paragraph>{t('sorry')}</Paragraph>
    </TrackEmail>
  )
}

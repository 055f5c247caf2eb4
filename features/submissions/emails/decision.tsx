import { useTranslations } from 'use-intl/react'
import { retentionDays } from '#features/submissions/contract.ts'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track was accepted. `words` may be empty. */
export function AcceptedMail(props: AboutTrack & { words: string }) {
  const t = useTranslations('submissions.email.accepted')
  return (
    <TrackEmail {...props} preview={t('preview')} title={t('title')} more={[[t('message'), props.words]]}>
      <Paragraph>{t('rotation')}</Paragraph>
      <Paragraph>{t('page')}</Paragraph>
    </TrackEmail>
  )
}

/** Email to the artist: the track was declined. */
export function DeclinedMail(props: AboutTrack & { reason: string }) {
  const t = useTranslations('submissions.email.declined')
  return (
    <TrackEmail {...props} preview={t('preview')} title={t('title')} more={[[t('reason'), props.reason]]}>
      <Paragraph>{t('text', { days: retentionDays })}</Paragraph>
    </TrackEmail>
  )
}

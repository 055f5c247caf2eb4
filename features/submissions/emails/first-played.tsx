import { useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the track was played for the first time. */
export function FirstPlayedMail(props: AboutTrack & { playedAt: string; listenUrl: string }) {
  const t = useTranslations('submissions.email.firstPlayed')
  return (
    <TrackEmail {...props} preview={t('preview')} title={t('title')} more={[[t('playedAt'), props.playedAt]]}>
      <Paragraph>{t('text')}</Paragraph>
      <Paragraph>{t('listen', { listenUrl: props.listenUrl })}</Paragraph>
    </TrackEmail>
  )
}

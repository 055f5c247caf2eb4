import { useLocale, useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type CheckNote, retentionDays } from '#features/submissions/contract.ts'
import { noteText } from '#features/submissions/note-text.ts'
import { isUnchecked } from '#features/submissions/unchecked.ts'
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

/** Email to the artist: the checks are done, or could not be completed, and the review follows. */
export function InReviewMail(props: AboutTrack & { notes: CheckNote[] }) {
  const t = useTranslations('submissions.email.inReview')
  const tNotes = useTranslations('submissions.notes')
  const locale = useLocale()
  if (isUnchecked(props))
    return (
      <TrackEmail {...props} preview={t('uncheckedPreview')} title={t('title')}>
        <Paragraph>{t('unchecked')}</Paragraph>
      </TrackEmail>
    )
  return (
    <TrackEmail {...props} preview={t('preview')} title={t('title')}>
      <Paragraph>{t('checked')}</Paragraph>
      {props.notes.length > 0 ? (
        <Paragraph>
          {t('findings', { findings: props.notes.map((note) => noteText(note, tNotes, locale)).join(' ') })}
        </Paragraph>
      ) : null}
    </TrackEmail>
  )
}

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
    <TrackEmail {...props} preview={t('preview')} title={t('title')} isOver more={[[t('reason'), props.reason]]}>
      <Paragraph>{t('text', { days: retentionDays })}</Paragraph>
    </TrackEmail>
  )
}

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

/** Email to the artist: the track details were changed. */
export function CorrectedMail(props: AboutTrack) {
  const t = useTranslations('submissions.email.corrected')
  return (
    <TrackEmail {...props} preview={t('preview')} title={t('title')}>
      <Paragraph>{t('text')}</Paragraph>
    </TrackEmail>
  )
}

/**
 * Email to the artist: the track was withdrawn.
 *
 * @param wasAccepted Whether the track was ever accepted, even if that was undone. Any other was never in rotation.
 */
export function WithdrawnMail(props: AboutTrack & { wasAccepted: boolean }) {
  const t = useTranslations('submissions.email.withdrawn')
  return (
    <TrackEmail {...props} preview={t(props.wasAccepted ? 'preview' : 'undecidedPreview')} title={t('title')} isOver>
      <Paragraph>{t(props.wasAccepted ? 'text' : 'undecided')}</Paragraph>
      <Paragraph>{t('deleted', { days: retentionDays })}</Paragraph>
    </TrackEmail>
  )
}

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

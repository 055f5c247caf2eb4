import { useLocale, useTranslations } from 'use-intl/react'
import type { CheckNote } from '#features/submissions/contract.ts'
import { noteText } from '#features/submissions/note-text.ts'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type AboutTrack, TrackEmail } from './track-email.tsx'

/** Email to the artist: the checks are done and the review follows. */
export function InReviewMail(props: AboutTrack & { notes: readonly CheckNote[] }) {
  const t = useTranslations('submissions.email.inReview')
  const tNotes = useTranslations('submissions.notes')
  const locale = useLocale()
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

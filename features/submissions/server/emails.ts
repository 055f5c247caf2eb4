import { render } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import type { LinkTokens } from '#platform/link-tokens.ts'
import type { Mail } from '#platform/mailer/mail.ts'
import { cutText } from '#shared/cut-text.ts'
import { formatDuration } from '#shared/duration.ts'
import { localePath, localePrefix } from '#shared/locales.ts'
import { formatLongTimestamp } from '#shared/long-timestamp.ts'
import type { ServerTexts } from '#shared/messages.ts'
import { genreNames, statusPath } from '#features/submissions/constants.ts'
import {
  AcceptedMail,
  CorrectedMail,
  DecisionUndoneMail,
  DeclinedMail,
  FirstPlayedMail,
  InReviewMail,
  ReceivedMail,
  WithdrawnMail,
} from '#features/submissions/emails/artist-emails.tsx'
import { NewSubmissionMail } from '#features/submissions/emails/new-submission.tsx'
import { InLanguage } from '#features/submissions/emails/track-email.tsx'
import type { Submission } from './queries.ts'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Returns the outbox key of a decision's email, which an undo uses to cancel it. */
export const decisionKey = ({ id, state, decidedAt }: Submission) =>
  `submission:${id}:${state}:${decidedAt?.toISOString()}`

/** Names of the emails to the artist in the catalogue. */
type EmailName =
  | 'received'
  | 'inReview'
  | 'accepted'
  | 'declined'
  | 'undone'
  | 'firstPlayed'
  | 'corrected'
  | 'withdrawn'

/** Rendered emails about submissions. */
export type SubmissionEmails = ReturnType<typeof createSubmissionEmails>

/** Settings of every email about submissions. */
type EmailSettings = {
  /** Origin for links, without a trailing slash. */
  origin: string
  supportEmail: string
  /** Sender shown in every email. */
  sender: MailSender
  ownerEmail: string
  /** Texts in every language; an email uses the language of the form. */
  texts: ServerTexts
  linkTokens: Pick<LinkTokens, 'write'>
}

/**
 * Creates the renderer of emails. Enqueue each under its own key: `submission:<id>:received`, `…:in-review`,
 * `…:accepted:<decidedAt>`, `…:declined:<decidedAt>`, `…:undone:<time>`, `…:first-played`, `…:corrected:<hour>`,
 * `…:withdrawn`. Undoable ones get a later `dueAt`.
 */
export function createSubmissionEmails(settings: EmailSettings) {
  const { origin, ownerEmail, texts, linkTokens } = settings
  const about = async (row: Submission) => ({
    artistName: defuse(row.artistName, 120),
    songTitle: defuse(row.songTitle, 160),
    statusUrl: origin + localePath(row.locale, statusPath(await linkTokens.write('submission', row.id))),
    supportEmail: settings.supportEmail,
    sender: settings.sender,
  })
  const toArtist = (row: Submission, name: EmailName, content: ReactElement) => {
    const { locale } = row
    const title = texts.translator(locale)(`submissions.email.${name}.title`)
    const email = createElement(InLanguage, { locale, messages: texts.all(locale), content })
    return renderEmail(row.artistEmail, `${title}: ${defuse(row.songTitle, 80)}`, email)
  }
  return {
    /** Contains the private link. */
    received: async (row: Submission) =>
      toArtist(
        row,
        'received',
        createElement(ReceivedMail, {
          ...(await about(row)),
          consentText: row.consentText,
          consentedAt: formatLongTimestamp(row.consentedAt, row.locale),
        }),
      ),
    inReview: async (row: Submission) => {
      const notes = row.checks?.notes.filter(({ severity }) => severity !== 'info') ?? []
      return toArtist(row, 'inReview', createElement(InReviewMail, { ...(await about(row)), notes }))
    },
    /** @param words Message of the owner; may be empty. */
    accepted: async (row: Submission, words = '') =>
      toArtist(row, 'accepted', createElement(AcceptedMail, { ...(await about(row)), words })),
    declined: async (row: Submission, reason: string) =>
      toArtist(row, 'declined', createElement(DeclinedMail, { ...(await about(row)), reason })),
    /** @param from The decision before it was undone. */
    decisionUndone: async (row: Submission, from: 'accepted' | 'declined') =>
      toArtist(row, 'undone', createElement(DecisionUndoneMail, { ...(await about(row)), from })),
    firstPlayed: async (row: Submission, at: Date) =>
      toArtist(
        row,
        'firstPlayed',
        createElement(FirstPlayedMail, {
          ...(await about(row)),
          playedAt: formatLongTimestamp(at, row.locale),
          listenUrl: origin + localePrefix(row.locale),
        }),
      ),
    corrected: async (row: Submission) => toArtist(row, 'corrected', createElement(CorrectedMail, await about(row))),
    withdrawn: async (row: Submission, wasAccepted: boolean) =>
      toArtist(row, 'withdrawn', createElement(WithdrawnMail, { ...(await about(row)), wasAccepted })),
    /** Sent to the owner. */
    newSubmission: (row: Submission) =>
      renderEmail(
        ownerEmail,
        `New submission: ${defuse(row.songTitle, 80)}`,
        createElement(NewSubmissionMail, {
          facts: [
            ['Track', defuse(row.songTitle, 160)],
            ['Artist', defuse(row.artistName, 120)],
            ['Genre', genreNames[row.genre as keyof typeof genreNames] ?? row.genre],
            ['Length', formatDuration(row.facts.durationSeconds)],
            ['Email', row.artistEmail],
            ['Received', formatLongTimestamp(row.createdAt, 'en')],
          ],
          reviewUrl: `${origin}/admin/submissions/${row.id}`,
          sender: settings.sender,
        }),
      ),
  }
}

async function renderEmail(to: string, subject: string, email: ReactElement): Promise<Mail> {
  const [html, text] = await Promise.all([render(email), render(email, { plainText: true })])
  return { to, subject: subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), html, text }
}

/**
 * Shortens text typed by strangers and disables links in it for mail programs: `https://a.example` becomes `https://
 * a[.]example`.
 */
function defuse(text: string, longest: number): string {
  return cutText(text, longest, '…')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('://', ':// ')
    .replaceAll(/[.。．｡](?=[\p{L}\p{N}]{2,})/gu, '[.]')
}

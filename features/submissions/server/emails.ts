import { render } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import type { Mail } from '#platform/mailer/mail.ts'
import { cutText } from '#shared/cut-text.ts'
import { genreNames, statusPath } from '#features/submissions/constants.ts'
import { CorrectedMail } from '#features/submissions/emails/corrected.tsx'
import { AcceptedMail, DeclinedMail } from '#features/submissions/emails/decision.tsx'
import { InReviewMail } from '#features/submissions/emails/in-review.tsx'
import { FirstPlayedMail } from '#features/submissions/emails/first-played.tsx'
import { ReceivedMail } from '#features/submissions/emails/received.tsx'
import { DecisionUndoneMail } from '#features/submissions/emails/decision-undone.tsx'
import { NewSubmissionMail } from '#features/submissions/emails/new-submission.tsx'
import { WithdrawnMail } from '#features/submissions/emails/withdrawn.tsx'
import type { Submission } from './queries.ts'

/** Under what the mail of a decision waits: whoever takes the decision back takes the mail back by it. */
export const decisionKey = ({ id, state, decidedAt }: Submission) =>
  `submission:${id}:${state}:${decidedAt?.toISOString()}`

/** The mails of this room, renderEmail out in full for one person. */
export type SubmissionEmails = ReturnType<typeof createSubmissionEmails>

/** What every mail of this room is renderEmail with. */
export type EmailSettings = {
  /** Where links lead, without a trailing slash. */
  origin: string
  supportEmail: string
  /** The owner's postal address; empty until it is set. */
  postalAddress: string
  ownerEmail: string
}

/**
 * Enqueue each under a reason of its own: `submission:<id>:received`, `…:in-review`, `…:accepted:<decidedAt>`,
 * `…:declined:<decidedAt>`, `…:undone:<moment>`, `…:first-played`, `…:corrected:<hour>`, `…:withdrawn`. What can be
 * undone is enqueued with a later `dueAt`.
 */
export function createSubmissionEmails(settings: EmailSettings) {
  const { origin, ownerEmail } = settings
  const about = (row: Submission) => ({
    artistName: defuse(row.artistName, 120),
    songTitle: defuse(row.songTitle, 160),
    statusUrl: origin + statusPath(row.token),
    supportEmail: settings.supportEmail,
    postalAddress: settings.postalAddress,
  })
  const toArtist = (row: Submission, title: string, email: ReactElement) =>
    renderEmail(row.artistEmail, `${title}: ${defuse(row.songTitle, 80)}`, email)
  return {
    /** Holds the private link. */
    received: (row: Submission) =>
      toArtist(
        row,
        'We received your track',
        createElement(ReceivedMail, {
          ...about(row),
          consentText: row.consentText,
          consentedAt: formatUtc(row.consentedAt),
        }),
      ),
    inReview: (row: Submission) => {
      const notes = row.checks?.notes.filter(({ severity }) => severity !== 'info').map(({ text }) => text) ?? []
      return toArtist(row, 'Your track is in review', createElement(InReviewMail, { ...about(row), notes }))
    },
    /** @param words Of the owner, may be empty. */
    accepted: (row: Submission, words = '') =>
      toArtist(row, 'Your track was accepted', createElement(AcceptedMail, { ...about(row), words })),
    declined: (row: Submission, reason: string) =>
      toArtist(row, 'Your track was declined', createElement(DeclinedMail, { ...about(row), reason })),
    /** @param from What was decided before. */
    decisionUndone: (row: Submission, from: 'accepted' | 'declined') =>
      toArtist(row, 'Your track is back in review', createElement(DecisionUndoneMail, { ...about(row), from })),
    firstPlayed: (row: Submission, at: Date) =>
      toArtist(
        row,
        'Your track is on air',
        createElement(FirstPlayedMail, { ...about(row), playedAt: formatUtc(at), listenUrl: origin }),
      ),
    corrected: (row: Submission) => toArtist(row, 'Your changes are saved', createElement(CorrectedMail, about(row))),
    withdrawn: (row: Submission) => toArtist(row, 'Your track was withdrawn', createElement(WithdrawnMail, about(row))),
    /** To the owner. */
    newSubmission: (row: Submission) =>
      renderEmail(
        ownerEmail,
        `New submission: ${defuse(row.songTitle, 80)}`,
        createElement(NewSubmissionMail, {
          facts: [
            ['Track', defuse(row.songTitle, 160)],
            ['Artist', defuse(row.artistName, 120)],
            ['Genre', genreNames[row.genre as keyof typeof genreNames] ?? row.genre],
            [
              'Length',
              `${Math.floor(row.facts.durationSeconds / 60)}:${String(Math.floor(row.facts.durationSeconds % 60)).padStart(2, '0')}`,
            ],
            ['Email', row.artistEmail],
            ['Received', formatUtc(row.createdAt)],
          ],
          reviewUrl: `${origin}/admin/submissions/${row.id}`,
          postalAddress: settings.postalAddress,
        }),
      ),
  }
}

async function renderEmail(to: string, subject: string, email: ReactElement): Promise<Mail> {
  const [html, text] = await Promise.all([render(email), render(email, { plainText: true })])
  return { to, subject: subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), html, text }
}

/**
 * What a stranger typed, in a mail that goes to whatever address they typed: short, and in a spelling that no mail
 * program makes a link of. `https://a.example` becomes `https:// a[.]example`.
 */
function defuse(text: string, longest: number): string {
  return cutText(text, longest, '…')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('://', ':// ')
    .replaceAll(/[.。．｡](?=[\p{L}\p{N}]{2,})/gu, '[.]')
}

const formatUtc = (at: Date) =>
  `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}, ${at.toISOString().slice(11, 16)} UTC`

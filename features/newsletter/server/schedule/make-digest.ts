import { DateTime } from 'luxon'
import type { IssueContent } from '#features/newsletter/issue.ts'
import { isAppError } from '#shared/errors.ts'
import { countAudience } from '../sending/audience/queries.ts'
import { findBySlot, readSettings } from '../sending/desk/queries.ts'
import type { Issues, NewsletterParts, Sending } from '../newsletter-parts.ts'
import { listSentBetween } from './queries.ts'
import { lastDigest } from './slots.ts'

type Parts = Pick<NewsletterParts, 'db' | 'clock' | 'config' | 'log'> & {
  issues: Pick<Issues, 'create'>
  schedule: Sending['schedule']
}

/** Past this, a digest is of no month anybody remembers. */
const longestLateMs = 7 * 24 * 60 * 60 * 1000

/**
 * Makes and schedules the digest of the month before, once: its slot is unique, whoever asks how often. Nothing is made where nothing was sent that
 * month, or nobody asked for a digest.
 */
export async function makeDigest({ db, clock, config, log, issues, schedule }: Parts): Promise<void> {
  const now = clock.now()
  const digest = lastDigest(now)
  if (now.getTime() - digest.at.getTime() > longestLateMs) return
  const [settings, known, sent, readers] = await Promise.all([
    readSettings(db),
    findBySlot(db, digest.name),
    listSentBetween(db, digest.from, digest.until),
    countAudience(db, 'digest'),
  ])
  if (known?.status === 'draft') return
  if (!settings.sendsDigest || known || sent.length === 0 || readers === 0) return
  const month = DateTime.fromJSDate(digest.from, { zone: 'America/New_York' }).setLocale('en-US').toFormat('LLLL yyyy')
  try {
    const issue = await issues.create(
      { title: `The month in one letter: ${month}`, content: digestContent(sent, month, config.origin) },
      'schedule',
      {
        kind: 'digest',
        slot: digest.name,
      },
    )
    await schedule(issue.id, 'now', 'schedule')
  } catch (error) {
    // Another process made it first, or it needs an editor: then it stands among the drafts.
    if (!isAppError(error)) throw error
    log.warn({ reason: error.message }, 'the digest waits for an editor')
  }
}

function digestContent(
  sent: { slug: string; title: string; content: IssueContent }[],
  month: string,
  origin: string,
): Partial<IssueContent> {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const url = ({ slug }: { slug: string }) => `${origin}/newsletter/${slug}`
  return {
    summary: `${sent.length === 1 ? 'One letter' : `${sent.length} letters`} of ${month}, in short.`,
    html_content: sent
      .map((issue) => `<h2><a href="${escape(url(issue))}">${escape(issue.title)}</a></h2><p>${escape(issue.content.summary)}</p>`)
      .join(''),
    featured_sources: sent.map((issue) => ({ title: issue.title, url: url(issue) })),
    written_by: 'the schedule',
  }
}

import { AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import type { Blocks } from '../feedback/blocks.ts'
import { withoutAddresses } from '../feedback/refusal-kind.ts'
import type { ReturnedMails } from '../feedback/returned-mails.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import { findDigest, findPauseReason, hasEverSent, hasIssueFor, listStopped, listUncertain } from './queries.ts'
import { lastDigest, nextFriday } from '../slots.ts'

const maxListed = 50
/** A due issue starts within seconds; a delay of this length means that something is wrong. */
const lateMs = 10 * 60_000
/** This long before Friday morning, a missing issue becomes an action item. */
const aheadMs = 2 * 24 * 60 * 60_000

const issueAdminPath = (id: string) => `/newsletter-admin?tab=newsletters&issue=${id}`

type Deps = Pick<ProcessDeps, 'db' | 'clock'> & {
  blocks: Pick<Blocks, 'list' | 'settle'>
  returnedMails: Pick<ReturnedMails, 'summarize'>
}

/**
 * Lists the newsletter's action items for the owner. Only blocked deliveries can be marked as done in the list; editors
 * decide the rest in the newsletter admin, where every recipient is shown.
 */
export function createActionItems({ db, clock, blocks, returnedMails }: Deps): ActionItemSource {
  return {
    kinds: [
      'newsletter-stopped',
      'newsletter-uncertain',
      'newsletter-paused',
      'newsletter-missing',
      'newsletter-digest',
      'newsletter-blocked',
      'newsletter-returned',
    ],
    list: () => withUnavailableError(list()),
    async runAction(key) {
      const [kind, id = ''] = key.split(':')
      if (kind !== 'newsletter-blocked') throw new AppError('conflict', 'Resolve this in the newsletter admin.')
      if (!(await withUnavailableError(blocks.settle(id))))
        throw new AppError('conflict', 'This is already marked as done.')
    },
    async undo() {
      throw new AppError('conflict', 'This cannot be undone.')
    },
  }

  async function list(): Promise<ActionItem[]> {
    const now = clock.now()
    const friday = nextFriday(now)
    const month = lastDigest(now)
    const [stopped, uncertain, pauseReason, isReady, wasEverSent, digest, blocked, returned] = await Promise.all([
      listStopped(db, new Date(now.getTime() - lateMs), maxListed),
      listUncertain(db, maxListed),
      findPauseReason(db),
      hasIssueFor(db, friday.name),
      hasEverSent(db),
      findDigest(db, month.name),
      blocks.list(),
      returnedMails.summarize(),
    ])
    // The pause is reported once, together with the blocked deliveries that caused it.
    const stoppedBy = new Map(blocked.map((issue) => [issue.id, issue]))
    return [
      ...blocked.map(({ id, title, status, deliveryCount, since, response }): ActionItem => ({
        key: `newsletter-blocked:${id}`,
        severity: 'promise',
        title:
          deliveryCount === 1
            ? `${quoteTitle(title)}: 1 email was blocked because of our sending setup`
            : `${quoteTitle(title)}: ${deliveryCount} emails were blocked because of our sending setup`,
        detail: [
          `${deliveryCount === 1 ? 'The recipient’s address is' : 'The recipients’ addresses are'} fine.`,
          'Check the SPF, DKIM and DMARC records of the sender’s domain, and whether that domain or the mail server’s IP address is on a blocklist.',
          ...(status === 'paused' ? ['Sending is paused. Resume it when the problem is fixed.'] : []),
          ...(response ? [`Last server response: ${withoutAddresses(response)}`] : []),
        ].join(' '),
        since: since.toISOString(),
        action: { label: 'Mark as done', canUndo: false },
        href: issueAdminPath(id),
      })),
      ...stopped
        .filter(({ id, status }) => status !== 'paused' || !stoppedBy.has(id))
        .map(({ id, title, status, reason, updatedAt, dueAt }): ActionItem => {
          const isPaused = status === 'paused'
          return {
            key: `newsletter-stopped:${id}`,
            severity: 'promise',
            title: isPaused ? `${quoteTitle(title)} is paused` : `${quoteTitle(title)} is overdue`,
            detail:
              reason ||
              (isPaused
                ? 'Resume it to continue sending.'
                : 'Its send time has passed, and no process has started to send it.'),
            since: (isPaused ? updatedAt : (dueAt ?? updatedAt)).toISOString(),
            href: issueAdminPath(id),
          }
        }),
      ...uncertain.map(({ id, title, deliveryCount, updatedAt }): ActionItem => ({
        key: `newsletter-uncertain:${id}`,
        severity: 'person',
        title:
          deliveryCount === 1
            ? `${quoteTitle(title)}: 1 email is uncertain`
            : `${quoteTitle(title)}: ${deliveryCount} emails are uncertain`,
        detail:
          deliveryCount === 1
            ? 'The mail server did not confirm that it accepted the email. Mark it as sent, or resend it.'
            : 'The mail server did not confirm that it accepted the emails. Mark them as sent, or resend them.',
        since: updatedAt.toISOString(),
        href: issueAdminPath(id),
      })),
      ...(returned.total === 0
        ? []
        : [
            {
              key: 'newsletter-returned:all',
              severity: 'person' as const,
              title:
                returned.total === 1
                  ? '1 returned email needs review'
                  : `${returned.total} returned emails need review`,
              detail: `${returned.total === 1 ? 'This reply or report' : 'These replies and reports'} could not be processed automatically.`,
              since: returned.oldestAt?.toISOString(),
              href: '/newsletter-admin?tab=subscribers&view=returned',
            },
          ]),
      ...(pauseReason === undefined
        ? []
        : [
            {
              key: 'newsletter-paused:all',
              severity: 'promise' as const,
              title: 'Newsletter sending is paused',
              detail: pauseReason || 'No issues will be sent until you resume sending.',
              // The time of the pause is not stored.
              since: undefined,
              href: '/newsletter-admin?tab=settings',
            },
          ]),
      ...(isReady || !wasEverSent || friday.at.getTime() - now.getTime() > aheadMs
        ? []
        : [
            {
              key: `newsletter-missing:${friday.name}`,
              severity: 'promise' as const,
              title: 'No newsletter is scheduled for Friday',
              detail: 'Subscribers expect one every Friday at 9 AM EST. Write or generate one.',
              since: new Date(friday.at.getTime() - aheadMs).toISOString(),
              due: friday.at.toISOString(),
              href: '/newsletter-admin?tab=create',
            },
          ]),
      ...(digest?.status === 'draft'
        ? [
            {
              key: `newsletter-digest:${digest.id}`,
              severity: 'promise' as const,
              title: `${quoteTitle(digest.title)} is still a draft`,
              detail:
                'Subscribers to the monthly digest expect it on the first Friday of the month. Send it or delete it.',
              since: month.at.toISOString(),
              href: issueAdminPath(digest.id),
            },
          ]
        : []),
    ]
  }
}

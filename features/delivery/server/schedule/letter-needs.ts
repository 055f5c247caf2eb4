import { AppError } from '#shared/errors.ts'
import type { Need, NeedSource } from '#features/owner/contract.ts'
import type { Blocks } from '../returns/blocks.ts'
import { withoutAddresses } from '../returns/refusal-kind.ts'
import type { ReturnedMails } from '../returns/returned-mails.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { orRefusal } from '#platform/database/unavailable.ts'
import { findDigest, findHold, hasEverSent, hasIssueFor, listStopped, listUncertain } from './queries.ts'
import { lastDigest, nextFriday } from '../slots.ts'

const mostTold = 50
/** A send that is due begins within seconds; after this something is wrong. */
const lateMs = 10 * 60_000
/** So long before Friday morning an unwritten letter is worth a word. */
const aheadMs = 2 * 24 * 60 * 60_000

const deskOf = (id: string) => `/newsletter-admin?tab=newsletters&issue=${id}`

type Parts = Pick<ProcessDeps, 'db' | 'clock'> & {
  blocks: Pick<Blocks, 'list' | 'settle'>
  returnedMails: Pick<ReturnedMails, 'count'>
}

/**
 * Lists what of the newsletter waits for the owner. From the list itself only trouble with our sender can be marked as
 * done: an editor decides the rest in the newsletter admin, where every recipient can be seen.
 */
export function createLetterNeeds({ db, clock, blocks, returnedMails }: Parts): NeedSource {
  return {
    kinds: [
      'letter-stopped',
      'letter-uncertain',
      'letter-held',
      'letter-missing',
      'letter-digest',
      'letter-blocked',
      'letter-returned',
    ],
    list: () => orRefusal(list()),
    async act(key) {
      const [kind, id = ''] = key.split(':')
      if (kind !== 'letter-blocked') throw new AppError('conflict', 'Resolve this in the newsletter admin.')
      if (!(await orRefusal(blocks.settle(id)))) throw new AppError('conflict', 'This is already marked as done.')
    },
    async undo() {
      throw new AppError('conflict', 'This cannot be undone.')
    },
  }

  async function list(): Promise<Need[]> {
    const now = clock.now()
    const friday = nextFriday(now)
    const month = lastDigest(now)
    const [stopped, uncertain, held, isReady, wasEverSent, digest, blocked, returned] = await Promise.all([
      listStopped(db, new Date(now.getTime() - lateMs), mostTold),
      listUncertain(db, mostTold),
      findHold(db),
      hasIssueFor(db, friday.name),
      hasEverSent(db),
      findDigest(db, month.name),
      blocks.list(),
      returnedMails.count(),
    ])
    // Told once, with what it stopped.
    const stoppedBy = new Map(blocked.map((issue) => [issue.id, issue]))
    return [
      ...blocked.map(({ id, title, status, copies, since, said }): Need => ({
        key: `letter-blocked:${id}`,
        harm: 'promise',
        title:
          copies === 1
            ? `1 email of “${title}” was blocked because of our sending setup`
            : `${copies} emails of “${title}” were blocked because of our sending setup`,
        detail: [
          'The recipients’ addresses are fine. Check SPF, DKIM and DMARC of the sender, and whether its address is on a blocklist.',
          ...(status === 'paused' ? ['Sending is paused. Resume it when the problem is fixed.'] : []),
          ...(said ? [`Last server response: ${withoutAddresses(said)}`] : []),
        ].join(' '),
        since: since.toISOString(),
        act: { label: 'Mark as done', canUndo: false, told: 'Marked as done' },
        href: deskOf(id),
      })),
      ...stopped
        .filter(({ id, status }) => status !== 'paused' || !stoppedBy.has(id))
        .map(({ id, title, status, reason, updatedAt, dueAt }): Need => {
          const isPaused = status === 'paused'
          return {
            key: `letter-stopped:${id}`,
            harm: 'promise',
            title: isPaused ? `“${title}” is paused` : `“${title}” is overdue`,
            detail:
              reason ||
              (isPaused ? 'Resume it to continue sending.' : 'Its send time has passed and no worker has started it.'),
            since: (isPaused ? updatedAt : (dueAt ?? updatedAt)).toISOString(),
            href: deskOf(id),
          }
        }),
      ...uncertain.map(({ id, title, copies, updatedAt }): Need => ({
        key: `letter-uncertain:${id}`,
        harm: 'person',
        title: copies === 1 ? `1 email of “${title}” is uncertain` : `${copies} emails of “${title}” are uncertain`,
        detail: 'The mail server did not confirm that it accepted them. Mark them as sent, or resend them.',
        since: updatedAt.toISOString(),
        href: deskOf(id),
      })),
      ...(returned === 0
        ? []
        : [
            {
              key: 'letter-returned:all',
              harm: 'person' as const,
              title: returned === 1 ? '1 returned email needs review' : `${returned} returned emails need review`,
              detail: 'These replies to newsletter emails could not be processed automatically.',
              since: now.toISOString(),
              href: '/newsletter-admin?tab=subscribers&view=returned',
            },
          ]),
      ...(held === undefined
        ? []
        : [
            {
              key: 'letter-held:all',
              harm: 'promise' as const,
              title: 'Newsletter sending is paused',
              detail: held || 'No issue is sent until you resume sending.',
              since: now.toISOString(),
              href: '/newsletter-admin?tab=settings',
            },
          ]),
      ...(isReady || !wasEverSent || friday.at.getTime() - now.getTime() > aheadMs
        ? []
        : [
            {
              key: `letter-missing:${friday.name}`,
              harm: 'promise' as const,
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
              key: `letter-digest:${digest.id}`,
              harm: 'promise' as const,
              title: `“${digest.title}” is still a draft`,
              detail: 'It was due to digest subscribers on the first Friday of the month. Send it, or delete it.',
              since: month.at.toISOString(),
              href: deskOf(digest.id),
            },
          ]
        : []),
    ]
  }
}

import { AppError } from '#shared/errors.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import type { Blocks } from '../returns/blocks.ts'
import { withoutAddresses } from '../returns/refusal-kind.ts'
import type { ReturnedMails } from '../returns/returned-mails.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
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
export function createLetterNeeds({ db, clock, blocks, returnedMails }: Parts): ActionItemSource {
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
    list: () => withUnavailableError(list()),
    async runAction(key) {
      const [kind, id = ''] = key.split(':')
      if (kind !== 'letter-blocked') throw new AppError('conflict', 'This is decided in the newsletter admin.')
      if (!(await withUnavailableError(blocks.settle(id))))
        throw new AppError('conflict', 'This is marked as done already.')
    },
    async undo() {
      throw new AppError('conflict', 'This cannot be undone.')
    },
  }

  async function list(): Promise<ActionItem[]> {
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
      ...blocked.map(({ id, title, status, copies, since, said }): ActionItem => ({
        key: `letter-blocked:${id}`,
        severity: 'promise',
        title:
          copies === 1
            ? `One copy of “${title}” was refused because of how we send`
            : `${copies} copies of “${title}” were refused because of how we send`,
        detail: [
          'Nothing is wrong with these readers. Check SPF, DKIM and DMARC of the sender, and whether its address is on a blocklist.',
          ...(status === 'paused' ? ['Sending is paused until somebody resumes it.'] : []),
          ...(said ? [`The last reply: ${withoutAddresses(said)}`] : []),
        ].join(' '),
        since: since.toISOString(),
        action: { label: 'Mark as done', canUndo: false, doneLabel: 'Marked as done' },
        href: deskOf(id),
      })),
      ...stopped
        .filter(({ id, status }) => status !== 'paused' || !stoppedBy.has(id))
        .map(({ id, title, status, reason, updatedAt, dueAt }): ActionItem => {
          const isPaused = status === 'paused'
          return {
            key: `letter-stopped:${id}`,
            severity: 'promise',
            title: isPaused ? `“${title}” is paused` : `“${title}” should have begun`,
            detail:
              reason ||
              (isPaused ? 'It goes on when somebody resumes it.' : 'Its time is over and no worker has begun it.'),
            since: (isPaused ? updatedAt : (dueAt ?? updatedAt)).toISOString(),
            href: deskOf(id),
          }
        }),
      ...uncertain.map(({ id, title, copies, updatedAt }): ActionItem => ({
        key: `letter-uncertain:${id}`,
        severity: 'person',
        title: copies === 1 ? `One copy of “${title}” is uncertain` : `${copies} copies of “${title}” are uncertain`,
        detail: 'Only the relay knows whether they arrived. Take them as arrived, or send them again.',
        since: updatedAt.toISOString(),
        href: deskOf(id),
      })),
      ...(returned === 0
        ? []
        : [
            {
              key: 'letter-returned:all',
              severity: 'person' as const,
              title:
                returned === 1 ? 'One returned mail needs to be read' : `${returned} returned mails need to be read`,
              detail: 'They came back to copies of the newsletter, and this site could not tell what they mean.',
              since: now.toISOString(),
              href: '/newsletter-admin?tab=subscribers&view=returned',
            },
          ]),
      ...(held === undefined
        ? []
        : [
            {
              key: 'letter-held:all',
              severity: 'promise' as const,
              title: 'Sending the letter is held',
              detail: held || 'Nothing is begun or sent until somebody lifts it.',
              since: now.toISOString(),
              href: '/newsletter-admin?tab=settings',
            },
          ]),
      ...(isReady || !wasEverSent || friday.at.getTime() - now.getTime() > aheadMs
        ? []
        : [
            {
              key: `letter-missing:${friday.name}`,
              severity: 'promise' as const,
              title: 'No letter is scheduled for Friday',
              detail: 'Readers were promised one every Friday at 9 AM EST. Write one, or have one generated.',
              since: new Date(friday.at.getTime() - aheadMs).toISOString(),
              due: friday.at.toISOString(),
              href: '/newsletter-admin?tab=create',
            },
          ]),
      ...(digest?.status === 'draft'
        ? [
            {
              key: `letter-digest:${digest.id}`,
              severity: 'promise' as const,
              title: `“${digest.title}” is still a draft`,
              detail: 'Readers of the digest were to get it on the first Friday of the month. Send it, or delete it.',
              since: month.at.toISOString(),
              href: deskOf(digest.id),
            },
          ]
        : []),
    ]
  }
}

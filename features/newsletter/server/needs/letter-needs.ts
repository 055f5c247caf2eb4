import { AppError } from '#shared/errors.ts'
import type { Need, NeedSource } from '#features/owner/contract.ts'
import type { NewsletterParts } from '../newsletter-parts.ts'
import { orRefusal } from '../or-refusal.ts'
import { findDigest } from '../schedule/queries.ts'
import { lastDigest, nextFriday } from '../schedule/slots.ts'
import { findHold, hasEverSent, hasIssueFor, listStopped, listUncertain } from './queries.ts'

const mostTold = 50
/** A send that is due begins within seconds; after this something is wrong. */
const lateMs = 10 * 60_000
/** So long before Friday morning an unwritten letter is worth a word. */
const aheadMs = 2 * 24 * 60 * 60_000

const deskOf = (id: string) => `/newsletter-admin?tab=newsletters&issue=${id}`

/**
 * What of the letter waits for the owner. From the list itself nothing can be done: an editor decides at the newsletter desk, where every
 * recipient can be seen.
 */
export function createLetterNeeds({ db, clock }: Pick<NewsletterParts, 'db' | 'clock'>): NeedSource {
  const none = async () => {
    throw new AppError('conflict', 'This is decided at the newsletter desk.')
  }
  return {
    kinds: ['letter-stopped', 'letter-uncertain', 'letter-held', 'letter-missing', 'letter-digest'],
    list: () => orRefusal(list()),
    act: none,
    undo: none,
  }

  async function list(): Promise<Need[]> {
    const now = clock.now()
    const friday = nextFriday(now)
    const month = lastDigest(now)
    const [stopped, uncertain, held, isReady, wasEverSent, digest] = await Promise.all([
      listStopped(db, new Date(now.getTime() - lateMs), mostTold),
      listUncertain(db, mostTold),
      findHold(db),
      hasIssueFor(db, friday.name),
      hasEverSent(db),
      findDigest(db, month.name),
    ])
    return [
      ...stopped.map(({ id, title, status, reason, updatedAt, dueAt }): Need => {
        const isPaused = status === 'paused'
        return {
          key: `letter-stopped:${id}`,
          harm: 'promise',
          title: isPaused ? `“${title}” is paused` : `“${title}” should have begun`,
          detail: reason || (isPaused ? 'It goes on when somebody resumes it.' : 'Its time is over and no worker has begun it.'),
          since: (isPaused ? updatedAt : (dueAt ?? updatedAt)).toISOString(),
          href: deskOf(id),
        }
      }),
      ...uncertain.map(({ id, title, copies, updatedAt }): Need => ({
        key: `letter-uncertain:${id}`,
        harm: 'person',
        title: copies === 1 ? `One copy of “${title}” is uncertain` : `${copies} copies of “${title}” are uncertain`,
        detail: 'Only the relay knows whether they arrived. Take them as arrived, or send them again.',
        since: updatedAt.toISOString(),
        href: deskOf(id),
      })),
      ...(held === undefined
        ? []
        : [
            {
              key: 'letter-held:all',
              harm: 'promise' as const,
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
              harm: 'promise' as const,
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
              harm: 'promise' as const,
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

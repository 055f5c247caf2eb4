import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { type DeskLog, harms, type InboxService, type Need, type NeedSource } from '#features/owner/contract.ts'
import { deleteDismissal, listDismissals, upsertDismissal } from './queries.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

type Parts = {
  db: Database['db']
  clock: Clock
  deskLog: DeskLog
  /** Asked each time: features offer them while they are created. */
  sources: () => readonly NeedSource[]
  log: { warn(details: object, message: string): void }
}

/** One list over all rooms. A room that cannot be asked is told as silent; the others still stand. */
export function createInbox({ db, clock, deskLog, sources, log }: Parts): InboxService {
  const sourceOf = (key: string): NeedSource => {
    const source = sources().find(({ kinds }) => kinds.includes(key.split(':')[0] ?? ''))
    if (!source) throw new AppError('not-found', 'There is no such need.')
    return source
  }

  async function ask() {
    const silent: string[] = []
    const answers = await Promise.all(
      sources().map((source) =>
        source.list().catch((err: unknown): Need[] => {
          log.warn({ err, kinds: source.kinds }, 'a room could not say what waits for the owner')
          silent.push(...source.kinds)
          return []
        }),
      ),
    )
    return { needs: answers.flat().toSorted(byHarm), silent }
  }

  return {
    async list() {
      const [{ needs, silent }, dismissals] = await Promise.all([ask(), listDismissals(db)])
      const now = clock.now()
      const away = new Map(dismissals.flatMap((row) => (row.until && row.until > now ? [[row.needKey, row]] : [])))
      const isAway = (need: Need) => away.get(need.key)?.said === saidBy(need)
      return {
        needs: needs.filter((need) => !isAway(need)),
        aside: needs
          .filter(isAway)
          .map(({ key, title }) => ({ key, title, until: away.get(key)?.until?.toISOString() ?? '' })),
        lookedAt: now.toISOString(),
        silent,
      }
    },
    async act(key, actor) {
      await sourceOf(key).act(key)
      await deskLog.record({ actor, act: 'need.act', subject: key })
    },
    async undo(key, actor) {
      await sourceOf(key).undo(key)
      await deskLog.record({ actor, act: 'need.undo', subject: key })
    },
    async putAside(key, actor) {
      const need = (await sourceOf(key).list()).find((one) => one.key === key)
      if (!need) throw new AppError('not-found', 'This no longer waits for you.')
      const now = clock.now()
      await upsertDismissal(db, { needKey: key, said: saidBy(need), until: new Date(now.getTime() + weekMs), at: now })
      await deskLog.record({ actor, act: 'need.put-aside', subject: key, detail: need.title })
    },
    async bringBack(key, actor) {
      await deleteDismissal(db, key)
      await deskLog.record({ actor, act: 'need.bring-back', subject: key })
    },
  }
}

/** What a need says, short enough to keep: when it says something else, it is another matter. */
function saidBy({ title, detail, due = '' }: Need): string {
  return hashValue(JSON.stringify([title, detail, due]))
}

function byHarm(left: Need, right: Need): number {
  return (
    harms.indexOf(left.harm) - harms.indexOf(right.harm) ||
    (left.due ?? '9').localeCompare(right.due ?? '9') ||
    left.since.localeCompare(right.since)
  )
}

import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { isRestoredCopy } from '#platform/jobs/queries.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import {
  type ActionItem,
  type ActionItemSource,
  type AuditLog,
  type InboxService,
  severities,
  pausedNote,
} from '#features/owner/contract.ts'
import { deleteSnooze, listSnoozes, upsertSnooze } from './queries.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

type InboxDeps = {
  db: Database['db']
  clock: Clock
  auditLog: AuditLog
  /** Called for each list, because features add their sources while they are created. */
  sources: () => readonly ActionItemSource[]
  log: { warn(details: object, message: string): void }
}

/** Creates the list of action items over all features. A source that fails is reported; the others are still listed. */
export function createInbox({ db, clock, auditLog, sources, log }: InboxDeps): InboxService {
  const sourceOf = (key: string): ActionItemSource => {
    const source = sources().find(({ kinds }) => kinds.includes(key.split(':')[0] ?? ''))
    if (!source) throw new AppError('not-found', 'This action item does not exist.')
    return source
  }

  async function collectItems() {
    const failedKinds: string[] = []
    const lists = await Promise.all(
      sources().map((source) =>
        source.list().catch((err: unknown): ActionItem[] => {
          log.warn({ err, kinds: source.kinds }, 'action items could not be listed')
          failedKinds.push(...source.kinds)
          return []
        }),
      ),
    )
    return { items: lists.flat().toSorted(bySeverity), failedKinds }
  }

  return {
    async list() {
      const [{ items, failedKinds }, snoozes, isPaused] = await Promise.all([
        collectItems(),
        listSnoozes(db),
        isRestoredCopy(db),
      ])
      const now = clock.now()
      const active = new Map(snoozes.flatMap((row) => (row.until && row.until > now ? [[row.itemKey, row]] : [])))
      const isSnoozed = (item: ActionItem) => active.get(item.key)?.textHash === hashOf(item)
      return {
        items: items.filter((item) => !isSnoozed(item)).map((item) => (isPaused ? withNote(item) : item)),
        snoozed: items
          .filter(isSnoozed)
          .map(({ key, title }) => ({ key, title, until: active.get(key)?.until?.toISOString() ?? '' })),
        checkedAt: now.toISOString(),
        failedKinds,
      }
    },
    async runAction(key, actor) {
      await sourceOf(key).runAction(key)
      await auditLog.record({ actor, action: 'action-item.run', subject: key })
    },
    async undo(key, actor) {
      await sourceOf(key).undo(key)
      await auditLog.record({ actor, action: 'action-item.undo', subject: key })
    },
    async snooze(key, actor) {
      const item = (await sourceOf(key).list()).find((one) => one.key === key)
      if (!item) throw new AppError('not-found', 'This action item has already been resolved.')
      const now = clock.now()
      await upsertSnooze(db, { itemKey: key, textHash: hashOf(item), until: new Date(now.getTime() + weekMs), at: now })
      await auditLog.record({ actor, action: 'action-item.snooze', subject: key, detail: item.title })
    },
    async unsnooze(key, actor) {
      await deleteSnooze(db, key)
      await auditLog.record({ actor, action: 'action-item.unsnooze', subject: key })
    },
  }
}

/** Returns an item of a paused site, whose confirmation says when a queued action runs. */
function withNote(item: ActionItem): ActionItem {
  const { action } = item
  if (!action?.isQueued || !action.doneMessage) return item
  return { ...item, action: { ...action, doneMessage: `${action.doneMessage} ${pausedNote}` } }
}

/** Returns a hash of the text of an item; a snoozed item whose text changes is listed again. */
function hashOf({ title, detail, due = '' }: ActionItem): string {
  return hashValue(JSON.stringify([title, detail, due]))
}

function bySeverity(left: ActionItem, right: ActionItem): number {
  return (
    severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
    (left.due ?? '9').localeCompare(right.due ?? '9') ||
    (left.since ?? '9').localeCompare(right.since ?? '9')
  )
}

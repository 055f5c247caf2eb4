import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { silentChanges } from '#platform/database/test-changes.ts'
import { createLinkTokens } from '#platform/link-tokens.ts'
import { createLog } from '#platform/log.ts'
import { handleRefusal } from '../feedback/handle-feedback.ts'
import type { DeliveryAddresses, Sending } from '../delivery-deps.ts'
import { createAddressLoader } from '../engagement/load-addresses.ts'
import type { WorkerTimes } from './worker.ts'
import { createSending } from './sending.ts'
import { statusOf } from './test-issues.ts'
import type { IssuesService } from '#features/issues/contract.ts'

/** Intervals of seconds are shortened to fractions of a second. */
const times = { tickMs: 50, seenEveryMs: 100, unseenMs: 2_000, firstBreakMs: 50 }

type WorkerOptions = {
  clock?: Clock
  /** Absent: the worker only sends, and every issue is {@link issue}. */
  issues?: IssuesService | undefined
  /** Absent: signed with a test key. */
  addresses?: () => Promise<DeliveryAddresses>
  times?: Partial<WorkerTimes>
}

/** The same signing key for all workers. */
const testKeys = { get: async () => Buffer.alloc(32, 2), adopt: async () => undefined }

/** Creates a worker on a database that it may share with others. */
export function openWorker(
  database: Database,
  environment: Record<string, string>,
  options: WorkerOptions = {},
): Sending {
  const { clock = systemClock, issues } = options
  const config = readConfig({ LOG_LEVEL: 'silent', ...environment })
  const elsewhere = () => Promise.reject(new Error('a worker by itself only sends'))
  return createSending(
    {
      config,
      database,
      db: database.db,
      changes: silentChanges,
      clock,
      linkTokens: createLinkTokens(testKeys),
      log: createLog('silent'),
      addresses: options.addresses ?? createAddressLoader(database.db, testKeys, config),
      issues: issues ?? { write: async () => testEmail, find: elsewhere, check: elsewhere, create: elsewhere },
      feedback: {
        async refused(tx, { deliveryId, response, at }) {
          await handleRefusal(tx, { deliveryId, response, at, isFinal: true })
        },
      },
    },
    { ...times, ...options.times },
  )
}

/** Rendered email of a test issue. */
export const testEmail = {
  subject: 'An issue',
  html: '<p>Dear {{first_name}}, <a href="{{link:1}}">read on</a> or <a href="{{unsubscribe_url}}">leave</a>.</p>',
  text: 'Dear {{first_name}}, leave at {{unsubscribe_url}}',
  links: ['https://example.com/'],
  isCounted: true,
}

/** Makes an issue due now, without the undo time of a minute. */
export async function makeDue({ pool }: Pick<Database, 'pool'>, id: string, at = new Date()): Promise<void> {
  await pool.query(`UPDATE newsletter_issues SET status = 'scheduled', due_at = $2 WHERE id = $1`, [id, at])
}

/** Polls until an issue has a status. */
export async function untilStatus(
  database: Pick<Database, 'pool'>,
  id: string,
  status: string,
  limitMs = 30_000,
): Promise<void> {
  for (const until = performance.now() + limitMs; ; await sleep(50)) {
    const seen = await statusOf(database, id).catch(() => undefined)
    if (seen?.status === status) return
    if (performance.now() > until) throw new Error(`after ${limitMs} ms it is ${JSON.stringify(seen)}, not ${status}`)
  }
}

/** Creates a temporary folder with a function to remove it. */
export async function ownFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'swade-sending-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

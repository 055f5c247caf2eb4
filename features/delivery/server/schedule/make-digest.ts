import { DateTime } from 'luxon'
import type { IssuesService } from '#features/issues/contract.ts'
import { isAppError } from '#shared/errors.ts'
import { countAudience, readSettings } from '../queries.ts'
import type { Sending } from '../delivery-deps.ts'
import { digestContent } from './digest-content.ts'
import { type Digest, findDigest, listSentBetween, wasMade } from './queries.ts'
import { lastDigest } from '../slots.ts'
import type { ProcessDeps } from '#platform/feature.ts'

type Deps = Pick<ProcessDeps, 'db' | 'clock' | 'config' | 'log'> & {
  issues: Pick<IssuesService, 'create'>
  schedule: Sending['schedule']
}

/** A digest that is overdue by more than this is not sent. */
const maxLateMs = 7 * 24 * 60 * 60 * 1000

/**
 * Creates and schedules the digest of the previous month once: its slot is unique and stays used when the draft is
 * deleted. A draft that an error left unscheduled is scheduled at the next check, unless someone unscheduled or changed
 * it. No digest is created for a month without issues or without digest subscribers.
 */
export async function makeDigest({ db, clock, config, log, issues, schedule }: Deps): Promise<void> {
  const now = clock.now()
  const digest = lastDigest(now)
  if (now.getTime() - digest.at.getTime() > maxLateMs) return
  if (!(await readSettings(db)).sendsDigest) return
  const known = await findDigest(db, digest.name)
  if (known ? !isUnchanged(known) : await wasMade(db, digest.name)) return
  try {
    const id = known?.id ?? (await create())
    if (id) await schedule(id, 'now', 'schedule')
  } catch (error) {
    // Another process created the digest first, or an editor must fix it: it stays a draft and the owner gets an action
    // item.
    if (!isAppError(error)) throw error
    if (!known) log.warn({ reason: error.message }, 'monthly digest not scheduled: an editor must decide')
  }

  async function create(): Promise<string | undefined> {
    const [sent, readers] = await Promise.all([
      listSentBetween(db, digest.from, digest.until),
      countAudience(db, 'digest'),
    ])
    if (sent.length === 0 || readers === 0) return undefined
    const month = DateTime.fromJSDate(digest.from, { zone: 'America/New_York' })
      .setLocale('en-US')
      .toFormat('LLLL yyyy')
    const input = { title: `Monthly digest: ${month}`, content: digestContent(sent, month, config.origin) }
    return (await issues.create(input, 'schedule', { kind: 'digest', slot: digest.name })).id
  }
}

const isUnchanged = ({ status, version, wasUnscheduled }: Digest) =>
  status === 'draft' && version === 1 && !wasUnscheduled

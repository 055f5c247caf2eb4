import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { insertAuditLine } from '#platform/admin/queries.ts'
import { openLanes } from '#platform/mailer/bulk/open-lanes.ts'
import { createBlocks } from '../returns/blocks.ts'
import { findIssue, moveIssue, readSettings } from '../queries.ts'
import type { IssuesService } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { CopyAddresses, Returns } from '../delivery-parts.ts'
import { createLedger } from './ledger.ts'
import {
  beSeen,
  forgetSender,
  forgetUnseen,
  listOwn,
  settleArrived,
  takeUpAbandoned,
  findNextDueAt,
  listSending,
} from './queries.ts'
import { beginDue } from './begin-due.ts'
import { finishIssue } from './finish-issue.ts'
import { createLineHealth } from './line-health.ts'
import { createRateCap } from './rate-cap.ts'
import { type SendingIssue, sendIssue } from './send-issue.ts'
import { prepareIssue } from './write-copies.ts'

type Parts = Pick<ProcessDeps, 'config' | 'database' | 'db' | 'changes' | 'clock' | 'log'> & {
  issues: Pick<IssuesService, 'write'>
  addresses: () => Promise<CopyAddresses>
  returns: Pick<Returns, 'refused'>
  /** What else the calendar asks for. */
  makeDigest(): Promise<void>
}

/** How it paces itself; tests are in a hurry. */
export type WorkTimes = { tickMs: number; seenEveryMs: number; unseenMs: number; firstBreakMs: number; stopMs: number }

const usualTimes: WorkTimes = {
  tickMs: 1_000,
  seenEveryMs: 5_000,
  unseenMs: 30_000,
  firstBreakMs: 1_000,
  stopMs: 7_000,
}

/** How often the calendar is looked at for what nobody scheduled. */
const calendarEveryMs = 60_000

/** How often it looks while nothing is sent and nothing is due: the net below the notifications. */
const restMs = 60_000

/**
 * The worker of this process: begins what is due, and sends what is begun. Any number of processes may run one on the
 * same database.
 */
export function createWork(parts: Parts, times: Partial<WorkTimes> = {}) {
  const { config, database, db, changes, clock, log, addresses, returns } = parts
  const { tickMs, seenEveryMs, unseenMs, firstBreakMs, stopMs } = { ...usualTimes, ...times }
  const worker = randomUUID()
  const lanes = openLanes(config.SMTP_URL, join(config.DATA_DIR, 'outbox'))
  const held = new Set<string>()
  let unheld = new Set<string>()
  const given = new AbortController()
  let perSecond: number | null = config.NEWSLETTER_RATE_PER_SECOND ?? null
  const ledger = createLedger({ db, clock, log, worker, returns, signal: given.signal })
  const cap = createRateCap({ db, log, perSecond: () => perSecond, signal: given.signal })
  const blocks = createBlocks({ db, clock, log })
  const line = createLineHealth({ firstMs: firstBreakMs })
  const prepared = new Map<string, Pick<SendingIssue, 'write' | 'errors'>>()
  let stopAfterErrors = Infinity
  let isStopping = false
  let isFirst = true
  let seenAt = -Infinity
  let calendarAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let endFollowing: (() => Promise<void>) | undefined
  let restsUntil = -Infinity
  /** How often somebody said that there is something to do. */
  let wakings = 0
  let isIdle = false

  /** Begins what is due, and sees to what others left; never waits for a copy. */
  async function look() {
    const settings = await readSettings(db)
    perSecond = settings.ratePerSecond ?? config.NEWSLETTER_RATE_PER_SECOND ?? null
    stopAfterErrors = settings.stopAfterErrors
    await keepOrder()
    await blocks.pause()
    if (settings.isHeld) return
    await beginDue(parts)
    if (performance.now() - calendarAt < calendarEveryMs) return
    calendarAt = performance.now()
    await parts.makeDigest()
  }

  async function drain() {
    const ids = await listSending(db)
    isIdle = ids.length === 0
    for (const id of ids) {
      if (isStopping) return
      await send(id)
    }
  }

  async function keepOrder() {
    // A database of our own has nobody else: whoever was there before this process is gone.
    if (isFirst && database.kind !== 'postgres') await forgetUnseen(db, process.uptime() * 1000)
    isFirst = false
    await beSeen(db, worker)
    if (performance.now() - seenAt < seenEveryMs) return
    // A claim may be on its way from the database to us: forgotten is what we did not hold the last time either.
    const unknown = (await listOwn(db, worker)).filter((id) => !held.has(id))
    const forgotten = unknown.filter((id) => unheld.has(id))
    unheld = new Set(unknown)
    const uncertain = await takeUpAbandoned(db, { worker, forgotten, unseenMs, isHarmless: lanes.kind === 'folder' })
    if (uncertain > 0) log.error({ uncertain }, 'newsletter deliveries uncertain: a process stopped while sending')
    await settleArrived(db)
    seenAt = performance.now()
  }

  async function send(id: string) {
    const issue = await findIssue(db, id)
    if (issue?.status !== 'sending' || !issue.written) return
    let one = prepared.get(id)
    if (!one) {
      const signed = await addresses()
      try {
        const write = await prepareIssue({ id, written: issue.written }, config, signed, () => clock.now())
        one = { write, errors: { inRow: 0 } }
      } catch (error) {
        // Nothing is asked of anybody here, so this one is as it is; those behind it must not wait for it.
        log.error({ err: error, issue: id }, 'newsletter issue not rendered')
        return pauseIssue(id, 'The email could not be created. Check the title and the content.')
      }
      prepared.set(id, one)
    }
    await sendIssue(
      { db, clock, log, worker, lanes, ledger, cap, line, held, isStopping: () => isStopping },
      { id, ...one, stopAfterErrors, pause: (reason) => pauseIssue(id, reason) },
    )
    if (await finishIssue(parts, id)) prepared.delete(id)
  }

  async function pauseIssue(id: string, reason: string) {
    const at = clock.now()
    await db.transaction(async (tx) => {
      if (await moveIssue(tx, id, 'paused', { reason, updatedAt: at }, ['sending']))
        await insertAuditLine(tx, { actor: 'schedule', act: 'issue.pause', subject: `issue:${id}`, detail: reason, at })
    })
  }

  const looking = oneAtATime(look)
  const sending = oneAtATime(drain)

  const complain = (error: unknown) => log.warn({ err: error }, 'newsletter worker failed; retrying')

  /**
   * Looks, then sends; a look does not wait for what is being sent already, and each failure is told once, however many
   * turns wait for it.
   */
  async function turn() {
    if (isStopping || looking.running()) return
    try {
      await looking.run()
    } catch (error) {
      return complain(error)
    }
    if (!isStopping && !sending.running()) {
      await sending.run().catch(complain)
      const seen = wakings
      const until = await untilDue().catch(() => -Infinity)
      // Whoever spoke meanwhile may have spoken of what was just looked for.
      restsUntil = wakings === seen ? until : -Infinity
    }
  }

  /** Until when there is nothing to do, unless somebody says otherwise; on the steady clock. */
  async function untilDue(): Promise<number> {
    if (!isIdle || held.size > 0) return -Infinity
    const dueAt = await findNextDueAt(db)
    return performance.now() + Math.min(restMs, dueAt ? dueAt.getTime() - clock.now().getTime() : Infinity)
  }

  function stir(): void {
    wakings += 1
    restsUntil = -Infinity
  }

  /** A turn by the clock: none while there is nothing to do and changes are told. */
  function tick() {
    if (!changes.isListening() || sending.running() || performance.now() >= restsUntil) void turn()
  }

  return {
    /** Wakes the worker of this process, where one was started. */
    wake() {
      stir()
      if (timer) void turn()
    },
    start() {
      endFollowing = changes.follow({
        topics: ['newsletter_issues', 'newsletter_sending_settings'],
        look: async () => stir(),
      })
      timer = setInterval(tick, tickMs)
      void turn()
    },
    async now() {
      await sending.running()
      await looking.run()
      if (!isStopping) await sending.run()
    },
    /** Finishes what the relay is taking, at most for some seconds; nothing new begins. */
    async stop() {
      isStopping = true
      clearInterval(timer)
      await endFollowing?.()
      const tooLong = setTimeout(() => {
        given.abort()
        for (const lane of lanes.lanes) lane.close()
      }, stopMs)
      await Promise.allSettled([looking.running(), sending.running()])
      clearTimeout(tooLong)
      given.abort()
      await ledger.settled()
      await cap.settled()
      for (const lane of lanes.lanes) lane.close()
      if (seenAt > 0) await forgetSender(db, worker).catch(() => undefined)
    },
  }
}

/** Who asks while it runs gets that run. */
function oneAtATime(act: () => Promise<void>) {
  let running: Promise<void> | undefined
  return {
    run: () => (running ??= act().finally(() => (running = undefined))),
    running: () => running?.catch(() => undefined),
  }
}

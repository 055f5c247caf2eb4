import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { insertAuditEntry } from '#platform/admin/queries.ts'
import { createMailConnections } from '#platform/mailer/bulk/mail-connections.ts'
import { createBlocks } from '../feedback/blocks.ts'
import { findIssue, changeIssueStatus, readSettings } from '../queries.ts'
import type { IssuesService } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { DeliveryAddresses, Feedback } from '../delivery-deps.ts'
import { createLedger } from './ledger.ts'
import {
  touchSender,
  deleteSender,
  deleteStaleSenders,
  listOwnDeliveries,
  confirmDelivered,
  recoverAbandoned,
  findNextDueAt,
  listSending,
} from './queries.ts'
import { beginDue } from './begin-due.ts'
import { finishIssue } from './finish-issue.ts'
import { createConnectionHealth } from './connection-health.ts'
import { createSendRateLimit } from './send-rate-limit.ts'
import { type SendingIssue, sendIssue } from './send-issue.ts'
import { prepareIssue } from './render-emails.ts'

type Deps = Pick<ProcessDeps, 'config' | 'database' | 'db' | 'changes' | 'clock' | 'linkTokens' | 'log'> & {
  issues: Pick<IssuesService, 'write'>
  addresses: () => Promise<DeliveryAddresses>
  feedback: Pick<Feedback, 'refused'>
  /** Creates the monthly digest when it is due. */
  makeDigest(): Promise<void>
}

/** Intervals of the worker; shorter in tests. */
export type WorkerTimes = {
  tickMs: number
  seenEveryMs: number
  unseenMs: number
  firstBreakMs: number
  stopMs: number
}

const defaultTimes: WorkerTimes = {
  tickMs: 1_000,
  seenEveryMs: 5_000,
  unseenMs: 30_000,
  firstBreakMs: 1_000,
  stopMs: 7_000,
}

/** Interval between checks for the monthly digest. */
const digestCheckMs = 60_000

/** Poll interval while nothing is sent or due; a fallback for missed notifications. */
const idleMs = 60_000

/**
 * Creates this process's worker, which starts due issues and sends them. Any number of processes may run one on the
 * same database.
 */
export function createWorker(deps: Deps, times: Partial<WorkerTimes> = {}) {
  const { config, database, db, changes, clock, linkTokens, log, addresses, feedback } = deps
  const { tickMs, seenEveryMs, unseenMs, firstBreakMs, stopMs } = { ...defaultTimes, ...times }
  const worker = randomUUID()
  const connections = createMailConnections(config.SMTP_URL, join(config.DATA_DIR, 'outbox'))
  const inFlight = new Set<string>()
  let previouslyLost = new Set<string>()
  const shutdown = new AbortController()
  let perSecond: number | null = config.NEWSLETTER_RATE_PER_SECOND ?? null
  const ledger = createLedger({ db, clock, log, worker, feedback, signal: shutdown.signal })
  const cap = createSendRateLimit({ db, log, perSecond: () => perSecond, signal: shutdown.signal })
  const blocks = createBlocks({ db, clock, log })
  const health = createConnectionHealth({ firstMs: firstBreakMs })
  const prepared = new Map<string, Pick<SendingIssue, 'write' | 'errors'>>()
  let stopAfterErrors = Infinity
  let isStopping = false
  let isFirst = true
  let seenAt = -Infinity
  let calendarAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let unsubscribe: (() => Promise<void>) | undefined
  let idleUntil = -Infinity
  /** Number of wake-ups so far. */
  let wakeups = 0
  let isIdle = false

  /** Starts what is due and recovers what other workers left; never waits for a delivery. */
  async function check() {
    const settings = await readSettings(db)
    perSecond = settings.ratePerSecond ?? config.NEWSLETTER_RATE_PER_SECOND ?? null
    stopAfterErrors = settings.stopAfterErrors
    await recoverAbandonedWork()
    await blocks.pause()
    if (settings.isPaused) return
    await beginDue(deps)
    if (performance.now() - calendarAt < digestCheckMs) return
    calendarAt = performance.now()
    await deps.makeDigest()
  }

  async function drain() {
    const ids = await listSending(db)
    isIdle = ids.length === 0
    for (const id of ids) {
      if (isStopping) return
      await send(id)
    }
  }

  async function recoverAbandonedWork() {
    // An embedded database has no other processes: earlier workers are gone.
    if (isFirst && database.kind !== 'postgres') await deleteStaleSenders(db, process.uptime() * 1000)
    isFirst = false
    await touchSender(db, worker)
    if (performance.now() - seenAt < seenEveryMs) return
    // The result of a claim may still be on its way from the database, so only ids that were unknown twice in a row are
    // lost.
    const unknown = (await listOwnDeliveries(db, worker)).filter((id) => !inFlight.has(id))
    const forgotten = unknown.filter((id) => previouslyLost.has(id))
    previouslyLost = new Set(unknown)
    const uncertain = await recoverAbandoned(db, {
      worker,
      forgotten,
      unseenMs,
      isHarmless: connections.kind === 'folder',
    })
    if (uncertain > 0) log.error({ uncertain }, 'newsletter deliveries uncertain: a process stopped while sending')
    await confirmDelivered(db)
    seenAt = performance.now()
  }

  async function send(id: string) {
    const issue = await findIssue(db, id)
    if (issue?.status !== 'sending' || !issue.written) return
    let one = prepared.get(id)
    if (!one) {
      const signed = await addresses()
      try {
        const write = await prepareIssue(
          { id, written: issue.written },
          config,
          { addresses: signed, linkTokens },
          () => clock.now(),
        )
        one = { write, errors: { inRow: 0 } }
      } catch (error) {
        // An issue that cannot be rendered is paused, so that the ones behind it are not blocked.
        log.error({ err: error, issue: id }, 'newsletter issue not rendered')
        return pauseIssue(id, 'The email could not be created. Sending can be resumed to try again, or cancelled.')
      }
      prepared.set(id, one)
    }
    await sendIssue(
      { db, clock, log, worker, connections, ledger, cap, health, inFlight, isStopping: () => isStopping },
      { id, ...one, stopAfterErrors, pause: (reason) => pauseIssue(id, reason) },
    )
    if (await finishIssue(deps, id)) prepared.delete(id)
  }

  async function pauseIssue(id: string, reason: string) {
    const at = clock.now()
    await db.transaction(async (tx) => {
      if (await changeIssueStatus(tx, id, 'paused', { reason, updatedAt: at }, ['sending']))
        await insertAuditEntry(tx, {
          actor: 'schedule',
          action: 'issue.pause',
          subject: `issue:${id}`,
          detail: reason,
          at,
        })
    })
  }

  const checking = singleFlight(check)
  const sending = singleFlight(drain)

  const logFailure = (error: unknown) => log.warn({ err: error }, 'newsletter worker failed; retrying')

  /** Checks, then sends; a check does not wait for a running send, and each failure is logged once. */
  async function runCycle() {
    if (isStopping || checking.running()) return
    try {
      await checking.run()
    } catch (error) {
      return logFailure(error)
    }
    if (!isStopping && !sending.running()) {
      await sending.run().catch(logFailure)
      const seen = wakeups
      const until = await untilDue().catch(() => -Infinity)
      // A notification that arrived during the check may concern something that was already checked.
      idleUntil = wakeups === seen ? until : -Infinity
    }
  }

  /** Returns the time until which nothing is due unless a notification arrives, on the monotonic clock. */
  async function untilDue(): Promise<number> {
    if (!isIdle || inFlight.size > 0) return -Infinity
    const dueAt = await findNextDueAt(db)
    return performance.now() + Math.min(idleMs, dueAt ? dueAt.getTime() - clock.now().getTime() : Infinity)
  }

  function markPending(): void {
    wakeups += 1
    idleUntil = -Infinity
  }

  /** Runs on every tick; does nothing while nothing is due and notifications arrive. */
  function tick() {
    if (!changes.isListening() || sending.running() || performance.now() >= idleUntil) void runCycle()
  }

  return {
    /** Wakes the worker of this process if it was started. */
    wake() {
      markPending()
      if (timer) void runCycle()
    },
    start() {
      unsubscribe = changes.subscribe({
        topics: ['newsletter_issues', 'newsletter_sending_settings', 'restored_copies'],
        check: async () => markPending(),
      })
      timer = setInterval(tick, tickMs)
      void runCycle()
    },
    async now() {
      await sending.running()
      await checking.run()
      if (!isStopping) await sending.run()
    },
    /** Finishes emails that are being sent, for a few seconds at most; nothing new starts. */
    async stop() {
      isStopping = true
      clearInterval(timer)
      await unsubscribe?.()
      const tooLong = setTimeout(() => {
        shutdown.abort()
        for (const connection of connections.connections) connection.close()
      }, stopMs)
      await Promise.allSettled([checking.running(), sending.running()])
      clearTimeout(tooLong)
      shutdown.abort()
      await ledger.settled()
      await cap.settled()
      for (const connection of connections.connections) connection.close()
      if (seenAt > 0) await deleteSender(db, worker).catch(() => undefined)
    },
  }
}

/** Callers share the run that is in progress. */
function singleFlight(run: () => Promise<void>) {
  let running: Promise<void> | undefined
  return {
    run: () => (running ??= run().finally(() => (running = undefined))),
    running: () => running?.catch(() => undefined),
  }
}

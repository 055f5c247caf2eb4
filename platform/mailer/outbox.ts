import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import { databaseNow } from '#platform/database/database-now.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { externalErrorMessage } from '#platform/http-client/external-error.ts'
import { observe } from '#platform/operations.ts'
import type { SecretBox } from '#platform/secret-box.ts'
import { InvalidMailError, type Mail, invalidMailMessage } from './mail.ts'
import {
  claimDueMails,
  deleteQueuedMail,
  findNextDueMail,
  insertMail,
  listMails,
  listPlainMails,
  markFailed,
  markInData,
  markSent,
  markUncertain,
  replaceMail,
  requeueMail,
  settleAbandonedMails,
} from './queries.ts'
import { MailRejectedError } from './mail-rejected-error.ts'
import { openMail, sealMail, type StoredMail } from './stored-mail.ts'
import type { Transport } from './transport.ts'

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }

/**
 * A durable queue of emails, written in the transaction that causes them and retried until the mail server accepts
 * them.
 */
export type Outbox = {
  /**
   * Queues an email inside the caller's transaction. Only one email per `dedupeKey` is sent, at `dueAt` or immediately.
   *
   * @param dueAt By the clock of this host; only its distance from now counts, so that hosts need not agree.
   */
  enqueue(
    tx: Pick<Database['db'], 'insert' | 'update' | 'select' | 'execute'>,
    dedupeKey: string,
    mail: Mail,
    dueAt?: Date,
  ): Promise<void>
  /**
   * Cancels a queued email inside the caller's transaction.
   *
   * @returns false when it was sent, is being sent, or never existed.
   */
  cancel(tx: Pick<Database['db'], 'execute'>, dedupeKey: string): Promise<boolean>
  /** Checks for due emails now instead of at the next interval; call after the commit. */
  wake(): void
  /** Sends all due emails now and resolves when each was tried; does not wait for postponed ones. */
  drain(): Promise<void>
  /** Lists the newest emails first, with their texts unless they were removed. */
  list(limit: number): Promise<(Omit<Awaited<ReturnType<typeof listMails>>[number], 'mail'> & { mail: Mail })[]>
  /** Finishes the emails being sent, then stops. */
  stop(): Promise<void>
}

const retryAfterSeconds = [5, 30, 120, 600, 1800, 3600, 7200]

/** Equals about five days at the longest delay. */
const maxAttempts = 60

/** Age after which a claim belongs to an exited process: no delivery takes longer than the socket timeouts. */
const abandonedAfterMs = 120_000

/**
 * Starts the worker that sends queued emails; any number of processes may run one on the same database.
 *
 * @param options.box Encrypts the texts of stored emails.
 * @param options.changes Notifies of emails queued by other processes; without it they wait for the next interval.
 * @param options.tickMs Poll interval for due emails, in milliseconds.
 * @see docs/decisions/004-outbox.md
 */
export function startOutbox(options: {
  db: Database['db']
  transport: Transport
  box: SecretBox
  clock: Clock
  log: Log
  changes?: Changes
  tickMs?: number
  abandonedMs?: number
}): Outbox {
  const { db, transport, box, clock, log, changes, tickMs = 30_000, abandonedMs = abandonedAfterMs } = options
  const worker = randomUUID()
  let stopping = false
  let running: Promise<void> | undefined
  let isPending = false
  let isAllSealed = false

  const timer = setInterval(wake, tickMs)
  const unsubscribe = changes?.subscribe({ topics: ['mail_outbox', 'restored_copies'], check: async () => wake() })
  let dueTimer: NodeJS.Timeout | undefined
  wake()

  function wake() {
    if (stopping) return
    if (running) {
      isPending = true
      return
    }
    running = sendDue()
      .catch((error: unknown) => log.warn({ err: error }, 'outbox read failed; retrying'))
      .finally(() => {
        running = undefined
        if (isPending && !stopping) {
          isPending = false
          wake()
        }
      })
  }

  async function sendDue() {
    // In the local outbox an email is a file named by its id, so sending it twice is harmless and no state is
    // uncertain.
    await settleAbandonedMails(db, worker, transport.kind === 'folder' ? 0 : abandonedMs)
    if (!isAllSealed) await sealEarlierMails()
    while (!stopping) {
      const batch = await claimDueMails(db, worker, databaseNow(clock), 10)
      if (batch.length === 0) return scheduleNext()
      // All deliveries end before the next poll: claims left then could not be recorded in the database.
      const ends = await Promise.allSettled(batch.map(deliver))
      const broken = ends.find((end) => end.status === 'rejected')
      if (broken) throw broken.reason
    }
  }

  /** Encrypts the texts that an earlier version stored as they were. */
  async function sealEarlierMails() {
    for (;;) {
      const plain = await listPlainMails(db, 100)
      if (plain.length === 0 || stopping) break
      for (const { id, mail } of plain) await replaceMail(db, id, mail, await sealMail(await openMail(mail, box), box))
    }
    isAllSealed = true
  }

  /**
   * Schedules a check for the next postponed email; emails claimed by another worker are checked again after a second.
   */
  async function scheduleNext() {
    clearTimeout(dueTimer)
    if (!changes) return
    const waitMs = (await findNextDueMail(db, databaseNow(clock))) ?? Infinity
    if (waitMs < tickMs && !stopping) dueTimer = setTimeout(wake, Math.max(waitMs, 1_000))
  }

  async function deliver({ id, mail: stored, attempts }: { id: string; mail: StoredMail; attempts: number }) {
    let isBodySent = false
    try {
      const mail = await openMail(stored, box)
      const { response } = await observe('mail', transport.kind, () =>
        transport.send(id, mail, async () => {
          await markInData(db, id)
          isBodySent = true
        }),
      )
      await markSent(db, id, { response, now: clock.now(), storesBody: transport.kind === 'folder' })
    } catch (error) {
      await settle(id, attempts, isBodySent, error)
    }
  }

  async function settle(id: string, attempts: number, isBodySent: boolean, error: unknown) {
    const isRejected = error instanceof MailRejectedError
    // The reason is shown in the admin; library messages are only logged.
    const reason = isRejected
      ? error.message
      : error instanceof TypeError
        ? invalidMailMessage(error)
        : externalErrorMessage(error)
    const err = isRejected ? error.cause : error
    // Invalid emails and emails deferred for days are not retried.
    if ((isRejected && error.permanent) || error instanceof TypeError || attempts >= maxAttempts) {
      log.error({ mail: id, reason, attempts, err }, 'email delivery failed; giving up')
      return markFailed(db, id, reason, clock.now())
    }
    // Retrying is safe when the mail server replied or was never reached, but not when it went silent after the body
    // was sent.
    if (isBodySent && !(isRejected && error.answered)) {
      log.error({ mail: id, reason, err }, 'email delivery uncertain: no response from the mail server')
      return markUncertain(db, id, reason, clock.now())
    }
    const waitSeconds = retryAfterSeconds[Math.min(attempts, retryAfterSeconds.length) - 1] ?? 7200
    log.warn({ mail: id, reason, waitSeconds, err }, 'email delivery failed; retrying')
    return requeueMail(db, id, { now: databaseNow(clock), delayMs: waitSeconds * 1000 }, reason)
  }

  return {
    cancel: deleteQueuedMail,
    async enqueue(tx, dedupeKey, mail, dueAt) {
      const delayMs = dueAt ? dueAt.getTime() - clock.now().getTime() : 0
      await insertMail(tx, dedupeKey, await sealMail(mail, box), { now: databaseNow(clock), delayMs })
    },
    wake,
    async list(limit) {
      const read = async (stored: StoredMail) =>
        openMail(stored, box).catch((error: unknown) => {
          if (!(error instanceof InvalidMailError)) throw error
          return { ...stored, html: '', text: '' }
        })
      return Promise.all((await listMails(db, limit)).map(async (row) => ({ ...row, mail: await read(row.mail) })))
    },
    async drain() {
      wake()
      while (running) await running
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      clearTimeout(dueTimer)
      await unsubscribe?.()
      await running
      clearTimeout(dueTimer)
      transport.close()
    },
  }
}

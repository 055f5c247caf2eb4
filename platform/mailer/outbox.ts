import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { externalErrorMessage } from '#platform/http-client/external-error.ts'
import { type Mail, invalidMailMessage } from './mail.ts'
import {
  claimDueMails,
  deleteQueuedMail,
  findNextDueMail,
  insertMail,
  markFailed,
  markInData,
  markSent,
  markUncertain,
  requeueMail,
  settleAbandonedMails,
} from './queries.ts'
import { MailRejectedError } from './mail-rejected-error.ts'
import type { Transport } from './transport.ts'

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }

/** A durable queue of mails: written with its reason, sent when the relay takes it. */
export type Outbox = {
  /**
   * Writes a mail inside the caller's transaction; `dedupeKey` names its reason, and one reason is one mail. It leaves
   * at `dueAt`, or at once.
   */
  enqueue(
    tx: Pick<Database['db'], 'insert' | 'update' | 'select' | 'execute'>,
    dedupeKey: string,
    mail: Mail,
    dueAt?: Date,
  ): Promise<void>
  /**
   * Takes a mail back inside the caller's transaction.
   *
   * @returns false when it has left, or is leaving, or never was.
   */
  cancel(tx: Pick<Database['db'], 'execute'>, dedupeKey: string): Promise<boolean>
  /** Looks for work now instead of at the next tick; call after the transaction is committed. */
  wake(): void
  /** Looks for work now. Resolves when everything that is due was tried; does not wait for what is put off. */
  drain(): Promise<void>
  /** Finishes what is being handed over, then stops. */
  stop(): Promise<void>
}

const retryAfterSeconds = [5, 30, 120, 600, 1800, 3600, 7200]

/** Five days of waiting at the longest pause. */
const maxAttempts = 60

/** A claim this old belongs to a process that is gone: no hand-over takes longer than the socket's own limits. */
const abandonedAfterMs = 120_000

/**
 * Starts the worker that empties the outbox; any number of processes may run one on the same database.
 *
 * @param options.changes Tells of mails that other processes have written; left out, they wait for the next tick.
 * @param options.tickMs How often to look for due mails when nobody calls `wake`.
 * @see docs/decisions/004-outbox.md
 */
export function startOutbox(options: {
  db: Database['db']
  transport: Transport
  clock: Clock
  log: Log
  changes?: Changes
  tickMs?: number
  abandonedMs?: number
}): Outbox {
  const { db, transport, clock, log, changes, tickMs = 30_000, abandonedMs = abandonedAfterMs } = options
  const worker = randomUUID()
  let stopping = false
  let running: Promise<void> | undefined
  let again = false

  const timer = setInterval(wake, tickMs)
  const endFollowing = changes?.subscribe({ topics: ['mail_outbox'], check: async () => wake() })
  let dueTimer: NodeJS.Timeout | undefined
  wake()

  function wake() {
    if (stopping) return
    if (running) {
      again = true
      return
    }
    running = handOverDue()
      .catch((error: unknown) => log.warn({ err: error }, 'outbox read failed; retrying'))
      .finally(() => {
        running = undefined
        if (again && !stopping) {
          again = false
          wake()
        }
      })
  }

  async function handOverDue() {
    // In the local outbox a mail is a file named by its id, so handing it over twice is harmless and nothing is ever
    // uncertain.
    await settleAbandonedMails(
      db,
      worker,
      new Date(clock.now().getTime() - (transport.kind === 'folder' ? 0 : abandonedMs)),
    )
    while (!stopping) {
      const batch = await claimDueMails(db, worker, clock.now(), 10)
      if (batch.length === 0) return waitForNext()
      // All of them end before the next look: what we still hold then is what the database would not let us settle.
      const ends = await Promise.allSettled(batch.map(handOver))
      const broken = ends.find((end) => end.status === 'rejected')
      if (broken) throw broken.reason
    }
  }

  /**
   * What is put off leaves at its time, not at the next tick; what another worker holds is looked at once more in a
   * second.
   */
  async function waitForNext() {
    clearTimeout(dueTimer)
    if (!changes) return
    const dueAt = await findNextDueMail(db)
    const waitMs = dueAt ? dueAt.getTime() - clock.now().getTime() : Infinity
    if (waitMs < tickMs && !stopping) dueTimer = setTimeout(wake, Math.max(waitMs, 1_000))
  }

  async function handOver({ id, mail, attempts }: { id: string; mail: Mail; attempts: number }) {
    let bodyLeft = false
    try {
      const { response } = await transport.send(id, mail, async () => {
        await markInData(db, id)
        bodyLeft = true
      })
      await markSent(db, id, response, clock.now())
    } catch (error) {
      await settle(id, attempts, bodyLeft, error)
    }
  }

  async function settle(id: string, attempts: number, bodyLeft: boolean, error: unknown) {
    const refused = error instanceof MailRejectedError
    // It stands in the owner's list of mails in trouble: a library's own words stay in the log.
    const reason = refused
      ? error.message
      : error instanceof TypeError
        ? invalidMailMessage(error)
        : externalErrorMessage(error)
    const err = refused ? error.cause : error
    // What we ourselves refuse to send will not get better; what the relay puts off for days neither.
    if ((refused && error.permanent) || error instanceof TypeError || attempts >= maxAttempts) {
      log.error({ mail: id, reason, attempts, err }, 'email delivery failed; giving up')
      return markFailed(db, id, reason)
    }
    // The relay answered or was never reached: trying again is safe. Silence after the body left is not.
    if (bodyLeft && !(refused && error.answered)) {
      log.error({ mail: id, reason, err }, 'email delivery uncertain: no response from the mail server')
      return markUncertain(db, id, reason)
    }
    const waitSeconds = retryAfterSeconds[Math.min(attempts, retryAfterSeconds.length) - 1] ?? 7200
    log.warn({ mail: id, reason, waitSeconds, err }, 'email delivery failed; retrying')
    return requeueMail(db, id, new Date(clock.now().getTime() + waitSeconds * 1000), reason)
  }

  return {
    // By the clock the mail is claimed by: where the database's runs ahead, a mail due now would have to wait.
    cancel: deleteQueuedMail,
    enqueue: (tx, dedupeKey, mail, dueAt = clock.now()) => insertMail(tx, dedupeKey, mail, dueAt),
    wake,
    async drain() {
      wake()
      while (running) await running
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      clearTimeout(dueTimer)
      await endFollowing?.()
      await running
      clearTimeout(dueTimer)
      transport.close()
    },
  }
}

import type { MailConnections } from '#platform/mailer/bulk/mail-connections.ts'
import { SendCancelledError } from '#platform/mailer/bulk/mail-connection.ts'
import { invalidMailMessage } from '#platform/mailer/mail.ts'
import { MailRejectedError } from '#platform/mailer/mail-rejected-error.ts'
import { withoutAddresses } from '../feedback/refusal-kind.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { observe } from '#platform/operations.ts'
import { countOf } from '#shared/count-of.ts'
import type { Ledger } from './ledger.ts'
import { type Claim, claimDeliveries, releaseClaims, type End } from './queries.ts'
import type { ConnectionHealth } from './connection-health.ts'
import type { SendRateLimit } from './send-rate-limit.ts'
import type { RenderedEmail } from './render-emails.ts'

/** Delays after temporary refusals; the last one repeats. */
const retryAfterSeconds = [60, 300, 900, 1800, 3600, 7200, 14_400]

/** About a day; after that a temporary refusal becomes permanent. */
const maxAttempts = 10

/** A connection error is not caused by the delivery, which is queued again behind the others. */
const afterConnectionErrorMs = 1_000

/**
 * Returns the outcome of a delivery that the relay did not accept.
 *
 * @param refusal Absent when the email cannot be created for this person.
 * @param hasLeft Whether its body may have been sent.
 */
function outcomeOf({
  refusal,
  reply,
  hasLeft,
  attempts,
  now,
}: {
  refusal: Pick<MailRejectedError, 'answered' | 'permanent' | 'isAboutMail'> | undefined
  reply: string
  hasLeft: boolean
  attempts: number
  now: Date
}): End {
  if (!refusal || refusal.permanent) return { state: 'failed', response: reply, after: hasLeft ? 'body' : undefined }
  // The relay refused it or never received anything, so a retry is safe. Silence after the body was sent is not.
  if (hasLeft && !refusal.answered) return { state: 'uncertain', response: reply }
  if (!refusal.isAboutMail)
    return { state: 'queued', response: reply, dueAt: new Date(now.getTime() + afterConnectionErrorMs), wasNoTry: true }
  if (attempts >= maxAttempts) return { state: 'failed', response: reply }
  const waitSeconds = retryAfterSeconds[Math.min(attempts, retryAfterSeconds.length) - 1] ?? 60
  return { state: 'queued', response: reply, dueAt: new Date(now.getTime() + waitSeconds * 1000) }
}

type Deps = Pick<ProcessDeps, 'db' | 'clock' | 'log'> & {
  worker: string
  connections: MailConnections
  ledger: Ledger
  cap: SendRateLimit
  health: ConnectionHealth
  /** Deliveries in flight in this process, so that they are not treated as abandoned. */
  inFlight: Set<string>
  /** Returns true once no further delivery may start. */
  isStopping(): boolean
}

export type SendingIssue = {
  id: string
  write(claim: Claim): Promise<RenderedEmail>
  /** Consecutive refusals since this process started; at `stopAfterErrors` the issue pauses. */
  errors: { inRow: number }
  stopAfterErrors: number
  pause(reason: string): Promise<void>
}

/**
 * Number of claimed deliveries per connection, so that connections do not wait for the database. It starts low, so that
 * workers share a short list, and then grows.
 */
const [minAheadPerConnection, maxAheadPerConnection] = [8, 32]

/** Sends every due delivery of an issue over all connections; resolves when none is left or sending must stop. */
export async function sendIssue(deps: Deps, issue: SendingIssue): Promise<void> {
  const { db, worker, clock, connections, ledger, cap, health, inFlight, log } = deps
  let ahead = connections.connections.length * minAheadPerConnection
  let refillBelow = 0
  const ready: Claim[] = []
  let claiming: Promise<void> | undefined
  let isEmpty = false
  let isHalted = false
  let failure: unknown

  const mustStop = () => isHalted || deps.isStopping()

  function refill(): Promise<void> {
    claiming ??= (async () => {
      const { claims, touched } = await claimDeliveries(db, {
        issueId: issue.id,
        worker,
        now: clock.now(),
        limit: ahead,
      })
      for (const claim of claims) inFlight.add(claim.id)
      ready.push(...claims)
      refillBelow = ahead / 2
      ahead = Math.min(ahead * 2, connections.connections.length * maxAheadPerConnection)
      if (touched === 0) isEmpty = true
    })().finally(() => (claiming = undefined))
    return claiming
  }

  async function next(): Promise<Claim | undefined> {
    for (;;) {
      if (mustStop()) return undefined
      const claim = ready.shift()
      if (claim) {
        if (!isEmpty && ready.length < refillBelow) void refill().catch(halt)
        return claim
      }
      if (isEmpty) return undefined
      await refill()
    }
  }

  function halt(error?: unknown) {
    isHalted = true
    failure ??= error
  }

  async function runConnection(connection: MailConnections['connections'][number]) {
    for (let claim = await next(); claim; claim = await next()) {
      if (!(await health.isUp(mustStop))) {
        ready.unshift(claim)
        return
      }
      await deliver(connection, claim)
    }
  }

  async function deliver(connection: MailConnections['connections'][number], claim: Claim) {
    let hasLeft = false
    const slot = await cap.acquire()
    try {
      const { id, envelope, source } = await issue.write(claim)
      if (mustStop()) throw new SendCancelledError('not now')
      const { response } = await observe('delivery', 'smtp', () =>
        connection.send(id, envelope, source, async () => (hasLeft = await ledger.mayLeave(id))),
      )
      issue.errors.inRow = 0
      health.works()
      // The next delivery need not wait for this commit, because its own commit comes after it.
      void ledger.taken(id, response).then(() => inFlight.delete(id), halt)
    } catch (error) {
      await end(claim, error, hasLeft).finally(() => inFlight.delete(claim.id))
    } finally {
      slot.done()
    }
  }

  async function end(claim: Claim, error: unknown, hasLeft: boolean) {
    if (error instanceof SendCancelledError) return releaseClaims(db, worker, [claim.id])
    const refusal = error instanceof MailRejectedError ? error : undefined
    // An error of the database or of our own code. Deliveries without a recorded outcome are recovered later.
    if (!refusal && !(error instanceof TypeError)) {
      halt(error)
      if (!hasLeft) await releaseClaims(db, worker, [claim.id])
      return
    }
    // The relay's own reply if there is one, because the bounce policy reads it.
    const reply = refusal ? refusal.message : invalidMailMessage(error as TypeError)
    const outcome = outcomeOf({ refusal, reply, hasLeft, attempts: claim.attempts, now: clock.now() })
    await ledger.ended(claim.id, outcome)
    log.warn(
      { issue: issue.id, delivery: claim.id, state: outcome.state, reply, err: refusal ? refusal.cause : error },
      'newsletter email not accepted',
    )
    // A mailbox that is still full on a retry does not count as a new error; otherwise three of them would stop all
    // other deliveries.
    const isNew = refusal && !refusal.isAboutMail ? health.broke(reply) : claim.attempts === 1
    if (isNew) issue.errors.inRow += 1
    if (issue.errors.inRow < issue.stopAfterErrors || isHalted) return
    halt()
    const row = issue.errors.inRow === 1 ? 'an error' : `${countOf(issue.errors.inRow, 'error')} in a row`
    await issue.pause(`Paused after ${row}. Last error: ${withoutAddresses(reply)}`)
    issue.errors.inRow = 0
  }

  const ends = await Promise.allSettled(connections.connections.map(runConnection))
  await claiming?.catch(() => undefined)
  await releaseClaims(
    db,
    worker,
    ready.map(({ id }) => id),
  ).finally(() => {
    for (const { id } of ready) inFlight.delete(id)
  })
  await ledger.settled()
  const broken = ends.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
  if (failure) throw failure
}

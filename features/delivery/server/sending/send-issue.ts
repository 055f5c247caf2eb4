import type { Lanes } from '#platform/mailer/bulk/open-lanes.ts'
import { NotWantedError } from '#platform/mailer/bulk/lane.ts'
import { wordsOfUnwritable } from '#platform/mailer/mail.ts'
import { MailRefusedError } from '#platform/mailer/refusal.ts'
import { withoutAddresses } from '../returns/refusal-kind.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { Ledger } from './ledger.ts'
import { type Claim, claimCopies, giveBack, type End } from './queries.ts'
import type { LineHealth } from './line-health.ts'
import type { RateCap } from './rate-cap.ts'
import type { WrittenCopy } from './write-copies.ts'

/** Pauses after a refusal for a while; the last one is used again. */
const retryAfterSeconds = [60, 300, 900, 1800, 3600, 7200, 14_400]

/** About a day; after that a refusal for a while is one for good. */
const mostAttempts = 10

/** A broken line is nobody's fault; the copy goes again behind the others. */
const afterBrokenLineMs = 1_000

/**
 * What becomes of a copy the relay did not take.
 *
 * @param refusal Absent: the letter itself cannot be written to this person.
 * @param hasLeft Whether its body may have been on the way.
 */
function judge({
  refusal,
  said,
  hasLeft,
  attempts,
  now,
}: {
  refusal: Pick<MailRefusedError, 'answered' | 'permanent' | 'isAboutMail'> | undefined
  said: string
  hasLeft: boolean
  attempts: number
  now: Date
}): End {
  if (!refusal || refusal.permanent) return { state: 'failed', response: said, after: hasLeft ? 'body' : undefined }
  // The relay said no, or was never given anything: trying again is safe. Silence after the body left is not.
  if (hasLeft && !refusal.answered) return { state: 'uncertain', response: said }
  if (!refusal.isAboutMail)
    return { state: 'queued', response: said, dueAt: new Date(now.getTime() + afterBrokenLineMs), wasNoTry: true }
  if (attempts >= mostAttempts) return { state: 'failed', response: said }
  const waitSeconds = retryAfterSeconds[Math.min(attempts, retryAfterSeconds.length) - 1] ?? 60
  return { state: 'queued', response: said, dueAt: new Date(now.getTime() + waitSeconds * 1000) }
}

type Parts = Pick<ProcessDeps, 'db' | 'clock' | 'log'> & {
  worker: string
  lanes: Lanes
  ledger: Ledger
  cap: RateCap
  line: LineHealth
  /** Copies this process holds, so that nobody takes them for abandoned. */
  held: Set<string>
  /** True once nothing new may begin. */
  isStopping(): boolean
}

export type SendingIssue = {
  id: string
  write(claim: Claim): Promise<WrittenCopy>
  /** Refusals in a row, over the life of this process; at `stopAfterErrors` the issue pauses. */
  errors: { inRow: number }
  stopAfterErrors: number
  pause(reason: string): Promise<void>
}

/**
 * Claims so many a lane ahead that no lane waits for the database: few at first, so that workers share a short list,
 * and then more at a time.
 */
const [firstAheadPerLane, mostAheadPerLane] = [8, 32]

/** Hands over every copy of an issue that is due, over all lanes; resolves when none is left, or it must not go on. */
export async function sendIssue(parts: Parts, issue: SendingIssue): Promise<void> {
  const { db, worker, clock, lanes, ledger, cap, line, held, log } = parts
  let ahead = lanes.lanes.length * firstAheadPerLane
  let fewLeft = 0
  const ready: Claim[] = []
  let claiming: Promise<void> | undefined
  let isEmpty = false
  let isHalted = false
  let failure: unknown

  const mustStop = () => isHalted || parts.isStopping()

  function refill(): Promise<void> {
    claiming ??= (async () => {
      const { claims, touched } = await claimCopies(db, { issueId: issue.id, worker, now: clock.now(), limit: ahead })
      for (const claim of claims) held.add(claim.id)
      ready.push(...claims)
      fewLeft = ahead / 2
      ahead = Math.min(ahead * 2, lanes.lanes.length * mostAheadPerLane)
      if (touched === 0) isEmpty = true
    })().finally(() => (claiming = undefined))
    return claiming
  }

  async function next(): Promise<Claim | undefined> {
    for (;;) {
      if (mustStop()) return undefined
      const claim = ready.shift()
      if (claim) {
        if (!isEmpty && ready.length < fewLeft) void refill().catch(halt)
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

  async function work(lane: Lanes['lanes'][number]) {
    for (let claim = await next(); claim; claim = await next()) {
      if (!(await line.isUp(mustStop))) {
        ready.unshift(claim)
        return
      }
      await handOver(lane, claim)
    }
  }

  async function handOver(lane: Lanes['lanes'][number], claim: Claim) {
    let hasLeft = false
    const slot = await cap.take()
    try {
      const { id, envelope, source } = await issue.write(claim)
      if (mustStop()) throw new NotWantedError('not now')
      const { response } = await lane.hand(id, envelope, source, async () => (hasLeft = await ledger.mayLeave(id)))
      issue.errors.inRow = 0
      line.works()
      // The next copy need not wait for this commit: its own comes after it.
      void ledger.taken(id, response).then(() => held.delete(id), halt)
    } catch (error) {
      await end(claim, error, hasLeft).finally(() => held.delete(claim.id))
    } finally {
      slot.done()
    }
  }

  async function end(claim: Claim, error: unknown, hasLeft: boolean) {
    if (error instanceof NotWantedError) return giveBack(db, worker, [claim.id])
    const refusal = error instanceof MailRefusedError ? error : undefined
    // Neither the relay nor the letter: the database, or we ourselves. What is not written down is found again later.
    if (!refusal && !(error instanceof TypeError)) {
      halt(error)
      if (!hasLeft) await giveBack(db, worker, [claim.id])
      return
    }
    // The relay's own words where it said any: what follows for the address is read from them.
    const said = refusal ? refusal.message : wordsOfUnwritable(error as TypeError)
    const verdict = judge({ refusal, said, hasLeft, attempts: claim.attempts, now: clock.now() })
    await ledger.ended(claim.id, verdict)
    log.warn(
      { issue: issue.id, copy: claim.id, state: verdict.state, said, err: refusal ? refusal.cause : error },
      'newsletter email not accepted',
    )
    // A mailbox that is still full at its next try says nothing new: three of them would stop what everybody else has
    // had for hours.
    const isNew = refusal && !refusal.isAboutMail ? line.broke(said) : claim.attempts === 1
    if (isNew) issue.errors.inRow += 1
    if (issue.errors.inRow < issue.stopAfterErrors || isHalted) return
    halt()
    await issue.pause(`Paused after ${issue.errors.inRow} errors in a row. Last error: ${withoutAddresses(said)}`)
    issue.errors.inRow = 0
  }

  const ends = await Promise.allSettled(lanes.lanes.map(work))
  await claiming?.catch(() => undefined)
  await giveBack(
    db,
    worker,
    ready.map(({ id }) => id),
  ).finally(() => {
    for (const { id } of ready) held.delete(id)
  })
  await ledger.settled()
  const broken = ends.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
  if (failure) throw failure
}

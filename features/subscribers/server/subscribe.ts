import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import { createSecret, hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { SignUpOrigin, SubscribeBody } from '#features/subscribers/contract.ts'
import { consent } from '#features/subscribers/constants.ts'
import type { Letters } from './sign-up-mails.ts'
import {
  findSuppression,
  insertSubscriber,
  insertSubscriberEvent,
  isSelfReleasable,
  lockSubscriberByEmail,
  type Subscriber,
  updateSubscriber,
} from './queries.ts'

export type SignUpDeps = {
  db: ProcessDeps['db']
  outbox: Outbox
  clock: Clock
  letters: Letters
  perClient: RateLimit
  /** Asked at every sign-up. */
  doubleOptIn: () => boolean
  /** Resolves after that time; tests decide when. */
  pause?: ((ms: number) => Promise<unknown>) | undefined
}

/** At most one mail per address in this time, whoever asks how often. */
const minGreetingIntervalMs = 60 * 60 * 1000

/**
 * A new address takes some 10 ms longer to keep than a known one; no answer comes earlier than this, so that its time
 * tells nothing.
 */
const responseDelayMs = 150

/**
 * Signs one person up. The row, its history and the mail are one transaction: what is answered is kept, and greeted
 * exactly once.
 *
 * @throws AppError `too-many-requests` past the limit of the client address.
 */
export async function subscribe(
  parts: SignUpDeps,
  input: SubscribeBody,
  origin: SignUpOrigin,
): Promise<{ message: string }> {
  const limit = await parts.perClient.consume(origin.clientAddress)
  if (!limit.ok) {
    throw new AppError('too-many-requests', 'Too many sign-ups from your connection. Try again later.', {
      retryAfterSeconds: limit.retryAfterSeconds,
    })
  }
  const { pause = sleep } = parts
  await Promise.all([keep(parts, input, origin), pause(responseDelayMs)])
  parts.outbox.wake()
  return {
    message: parts.doubleOptIn()
      ? 'Almost done. Open the email we sent you and confirm your address.'
      : 'Thank you for subscribing. We sent you a welcome email, and your first issue arrives on Friday.',
  }
}

async function keep(parts: SignUpDeps, input: SubscribeBody, origin: SignUpOrigin): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const now = parts.clock.now()
    const suppression = await findSuppression(tx, hashValue(input.email))
    // Whoever had themselves erased, or whose mail came back once, may come back, but only by a press in a mail: a
    // stranger who types their address brings nobody back.
    if (suppression && !isSelfReleasable(suppression.reason)) return
    const status = parts.doubleOptIn() || suppression ? 'pending' : 'subscribed'
    const added = await insertSubscriber(tx, {
      email: input.email,
      firstName: input.first_name,
      lastName: input.last_name,
      status,
      token: createSecret(),
      greetedAt: now,
    })
    if (added) {
      await record(tx, added, 'signed-up', origin, now)
      await greet(parts, tx, added, now)
      return
    }
    await askToConfirm(parts, tx, { email: input.email, origin, now, mayReturn: suppression !== undefined })
  })
}

/**
 * The address is known. Nothing a stranger types here changes what the person chose: who left, or never confirmed, is
 * asked by mail, at most once an hour, and stays as they are until they press the button in it.
 *
 * @param mayReturn Whether a suppression of theirs can be taken back so.
 */
async function askToConfirm(
  parts: SignUpDeps,
  tx: Executor,
  { email, origin, now, mayReturn }: { email: string; origin: SignUpOrigin; now: Date; mayReturn: boolean },
) {
  const known = await lockSubscriberByEmail(tx, email)
  if (!known || known.status === 'subscribed' || (known.status === 'suppressed' && !mayReturn)) return
  // A time ahead of us: the question is queued already.
  if (known.greetedAt && known.greetedAt > now) return
  const dueAt = new Date(Math.max(now.getTime(), (known.greetedAt?.getTime() ?? 0) + minGreetingIntervalMs))
  await updateSubscriber(tx, known.id, { greetedAt: dueAt })
  await record(tx, known, 'asked-again', origin, now)
  await parts.outbox.enqueue(
    tx,
    `confirmation:${known.id}:${dueAt.getTime()}`,
    await parts.letters.confirmation(known),
    dueAt,
  )
}

async function greet({ outbox, letters }: SignUpDeps, tx: Executor, subscriber: Subscriber, now: Date) {
  const mail =
    subscriber.status === 'pending' ? await letters.confirmation(subscriber) : await letters.welcome(subscriber)
  await outbox.enqueue(
    tx,
    `${subscriber.status === 'pending' ? 'confirmation' : 'welcome'}:${subscriber.id}:${now.getTime()}`,
    mail,
  )
}

async function record(tx: Executor, subscriber: Subscriber, kind: string, origin: SignUpOrigin, at: Date) {
  const detail = `form ${origin.form}, consent ${consent.version}`
  await insertSubscriberEvent(tx, {
    subscriberId: subscriber.id,
    kind,
    detail,
    clientFingerprint: hashValue(origin.clientAddress),
    at,
  })
}

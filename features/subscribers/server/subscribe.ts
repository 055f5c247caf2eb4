import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import type { RateLimit } from '#platform/rate-limit.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { defaultLocale } from '#shared/locales.ts'
import type { ServerTexts } from '#shared/messages.ts'
import type { SignUpOrigin, SubscribeBody } from '#features/subscribers/contract.ts'
import { consentVersionOf } from '#features/subscribers/constants.ts'
import type { SignUpMails } from './sign-up-mails.ts'
import {
  findSuppression,
  insertSubscriber,
  insertSubscriberEvent,
  isSelfReleasable,
  lockSubscriberByEmail,
  type Subscriber,
  updateSubscriber,
} from './queries.ts'

/** Dependencies of the sign-up. */
type SignUpDeps = {
  db: ProcessDeps['db']
  outbox: Outbox
  clock: Clock
  mails: SignUpMails
  texts: ServerTexts
  perClient: RateLimit
  /** Read for every sign-up. */
  doubleOptIn: () => boolean
  /** Returns whether opens and clicks are counted; called for every sign-up. */
  isTracked: () => boolean
  /** Resolves after the given time; tests control it. */
  pause?: ((ms: number) => Promise<unknown>) | undefined
}

/** Minimum time between two emails to one address. */
const minGreetingIntervalMs = 60 * 60 * 1000

/**
 * Minimum response time. Storing a new address takes about 10 ms longer than a known one, and the response time must
 * not reveal that.
 */
const responseDelayMs = 150

/**
 * Signs a person up. The row, its event and the email are written in one transaction, so that a successful sign-up is
 * stored and gets exactly one email.
 *
 * @throws AppError `too-many-requests` over the limit of the client address.
 */
export async function subscribe(
  deps: SignUpDeps,
  input: SubscribeBody,
  origin: SignUpOrigin,
): Promise<{ message: string }> {
  const limit = await deps.perClient.consume(origin.clientAddress)
  if (!limit.ok) {
    throw new AppError(
      'too-many-requests',
      { key: 'subscribers.errors.tooMany' },
      {
        retryAfterSeconds: limit.retryAfterSeconds,
      },
    )
  }
  const { pause = sleep } = deps
  await Promise.all([store(deps, input, origin), pause(responseDelayMs)])
  deps.outbox.wake()
  return {
    message: deps.texts.translator(origin.locale ?? defaultLocale)(
      deps.doubleOptIn() ? 'subscribers.answers.confirm' : 'subscribers.answers.welcome',
    ),
  }
}

async function store(deps: SignUpDeps, input: SubscribeBody, origin: SignUpOrigin): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const suppression = await findSuppression(tx, hashValue(input.email))
    // A person who was erased or bounced may subscribe again, but only with the button in an email: entering the
    // address
    // must not be enough, because anyone can do that.
    if (suppression && !isSelfReleasable(suppression.reason)) return
    const status = deps.doubleOptIn() || suppression ? 'pending' : 'subscribed'
    const isTracked = deps.isTracked()
    const added = await insertSubscriber(tx, {
      email: input.email,
      firstName: input.first_name,
      lastName: input.last_name,
      status,
      locale: origin.locale ?? defaultLocale,
      // Whoever was told that nothing is counted has not agreed to it for later.
      allowsTracking: isTracked,
      greetedAt: now,
    })
    if (added) {
      await record(isTracked, tx, added, 'signed-up', origin, now)
      await sendGreeting(deps, tx, added, now)
      return
    }
    await requestConfirmation(deps, tx, { email: input.email, origin, now, mayReturn: suppression !== undefined })
  })
}

/**
 * Handles a sign-up with a known address. Entering an address never changes the choices of its owner: an unsubscribed
 * or unconfirmed person gets an email, at most once per hour, and their status does not change until they use its
 * button.
 *
 * @param mayReturn Whether the confirmation can remove a suppression.
 */
async function requestConfirmation(
  deps: SignUpDeps,
  tx: Executor,
  { email, origin, now, mayReturn }: { email: string; origin: SignUpOrigin; now: Date; mayReturn: boolean },
) {
  const known = await lockSubscriberByEmail(tx, email)
  if (!known || known.status === 'subscribed' || (known.status === 'suppressed' && !mayReturn)) return
  // A time in the future means that the email is already queued.
  if (known.greetedAt && known.greetedAt > now) return
  const dueAt = new Date(Math.max(now.getTime(), (known.greetedAt?.getTime() ?? 0) + minGreetingIntervalMs))
  await updateSubscriber(tx, known.id, { greetedAt: dueAt })
  await record(deps.isTracked(), tx, known, 'asked-again', origin, now)
  await deps.outbox.enqueue(
    tx,
    `confirmation:${known.id}:${dueAt.getTime()}`,
    await deps.mails.confirmation(known),
    dueAt,
  )
}

async function sendGreeting({ outbox, mails }: SignUpDeps, tx: Executor, subscriber: Subscriber, now: Date) {
  const mail = subscriber.status === 'pending' ? await mails.confirmation(subscriber) : await mails.welcome(subscriber)
  await outbox.enqueue(
    tx,
    `${subscriber.status === 'pending' ? 'confirmation' : 'welcome'}:${subscriber.id}:${now.getTime()}`,
    mail,
  )
}

async function record(
  isTracked: boolean,
  tx: Executor,
  subscriber: Subscriber,
  kind: string,
  origin: SignUpOrigin,
  at: Date,
) {
  const { form, locale = defaultLocale } = origin
  // Identifies the text that the person saw, which differs between languages.
  const text = consentVersionOf(isTracked)
  const version = locale === defaultLocale ? text : `${text}-${locale}`
  const detail = `form ${form}, consent ${version}`
  await insertSubscriberEvent(tx, {
    subscriberId: subscriber.id,
    kind,
    detail,
    clientHash: hashValue(origin.clientAddress),
    at,
  })
}

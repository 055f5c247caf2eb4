import { maskEmail } from '#shared/email-address.ts'
import { AppError } from '#shared/errors.ts'
import type { ServerTexts } from '#shared/messages.ts'
import type { SubscribersService } from '#features/subscribers/contract.ts'
import type { FrequencyChoice, PreferencesService, PreferencesView } from '#features/subscribers/preferences.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import {
  findSubscriberOfLink,
  insertSubscriberEvent,
  lockSubscriberOfLink,
  type Subscriber,
  updatePreferences,
} from './queries.ts'
import { withPublicStatus } from './subscription.ts'
import { eraseSubscriber, exportSubscriber, type Records } from './person-data.ts'

type PreferencesDeps = Pick<ProcessDeps, 'db' | 'clock' | 'linkTokens'> & {
  subscribers: Pick<SubscribersService, 'confirm' | 'unsubscribe'>
  records: Records
  texts: ServerTexts
  /** Returns whether the monthly digest is sent; called for every change. */
  hasDigest: () => boolean
}

/** Creates the preferences of subscribers. Subscribing and unsubscribing work as on their separate pages. */
export function createPreferences({
  db,
  clock,
  linkTokens,
  subscribers,
  records,
  texts,
  hasDigest,
}: PreferencesDeps): PreferencesService {
  const findRow = async (token: string) => {
    const target = await linkTokens.read('subscriber', token)
    return target && findSubscriberOfLink(db, target)
  }

  const find = async (token: string) => {
    const subscriber = await findRow(token)
    return subscriber && viewOf(await withPublicStatus(db, subscriber))
  }

  const change = async (
    token: string,
    { frequency: choice, allowsTracking }: { frequency: FrequencyChoice; allowsTracking: boolean },
  ) => {
    const target = await linkTokens.read('subscriber', token)
    const before = await find(token)
    if (!target || !before) return undefined
    // The page may have been opened when the digest was still sent.
    if (choice === 'monthly' && before.frequency !== 'monthly' && !hasDigest())
      throw new AppError('invalid-input', { key: 'subscribers.errors.noDigest' })
    if (choice === 'off') await subscribers.unsubscribe(token, 'page')
    await db.transaction(async (tx) => {
      const subscriber = await lockSubscriberOfLink(tx, target)
      if (!subscriber) return
      const frequency = choice === 'off' ? subscriber.frequency : choice
      const events = [
        ...(frequency === subscriber.frequency ? [] : [{ kind: 'frequency', detail: frequency }]),
        ...(allowsTracking === subscriber.allowsTracking
          ? []
          : [{ kind: 'counting', detail: allowsTracking ? 'on' : 'off' }]),
      ]
      if (events.length === 0) return
      await updatePreferences(tx, subscriber.id, { frequency, allowsTracking })
      for (const event of events)
        await insertSubscriberEvent(tx, { ...event, subscriberId: subscriber.id, at: clock.now() })
    })
    // Runs last, so that a person who resubscribes gets the chosen frequency.
    if (choice !== 'off' && before.frequency === 'off') await subscribers.confirm(token)
    return find(token)
  }

  return {
    find: (token) => withUnavailableError(find(token)),
    change: (token, choice) => withUnavailableError(change(token, choice)),
    export: (token, locale) =>
      withUnavailableError(
        (async () => {
          const subscriber = await findRow(token)
          return subscriber && exportSubscriber({ db, texts, records }, subscriber, clock.now(), locale)
        })(),
      ),
    erase: (token) =>
      withUnavailableError(
        (async () => {
          const target = await linkTokens.read('subscriber', token)
          if (!target) return false
          return db.transaction(async (tx) => {
            const subscriber = await lockSubscriberOfLink(tx, target)
            if (subscriber) await eraseSubscriber(tx, subscriber, 'person', clock.now(), records)
            return subscriber !== undefined
          })
        })(),
      ),
  }
}

function viewOf({ email, status, frequency, allowsTracking }: Subscriber): PreferencesView {
  return {
    maskedEmail: maskEmail(email),
    status,
    frequency: status === 'subscribed' ? frequency : 'off',
    allowsTracking,
  }
}

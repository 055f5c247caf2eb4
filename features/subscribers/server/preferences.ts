import { maskEmail } from '#shared/email-address.ts'
import type { SubscribersService } from '#features/subscribers/contract.ts'
import type { FrequencyChoice, PreferencesService, PreferencesView } from '#features/subscribers/preferences.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import {
  findSubscriberByToken,
  insertSubscriberEvent,
  lockSubscriberByToken,
  type Subscriber,
  updatePreferences,
} from './queries.ts'
import { withPublicStatus, isToken } from './subscription.ts'
import { eraseSubscriber, exportSubscriber, type Records } from './person-data.ts'

type Parts = Pick<ProcessDeps, 'db' | 'clock'> & {
  subscribers: Pick<SubscribersService, 'confirm' | 'unsubscribe'>
  records: Records
}

/** What a person decides on their own page. Coming and going are the same acts as on the pages of their own. */
export function createPreferences({ db, clock, subscribers, records }: Parts): PreferencesService {
  const find = async (token: string) => {
    const subscriber = isToken(token) ? await findSubscriberByToken(db, token) : undefined
    return subscriber && viewOf(await withPublicStatus(db, subscriber))
  }

  const change = async (
    token: string,
    { frequency: choice, allowsTracking }: { frequency: FrequencyChoice; allowsTracking: boolean },
  ) => {
    const before = await find(token)
    if (!before) return undefined
    if (choice === 'off') await subscribers.unsubscribe(token, 'page')
    await db.transaction(async (tx) => {
      const subscriber = await lockSubscriberByToken(tx, token)
      if (!subscriber) return
      const frequency = choice === 'off' ? subscriber.frequency : choice
      const happened = [
        ...(frequency === subscriber.frequency ? [] : [{ kind: 'frequency', detail: frequency }]),
        ...(allowsTracking === subscriber.allowsTracking
          ? []
          : [{ kind: 'counting', detail: allowsTracking ? 'on' : 'off' }]),
      ]
      if (happened.length === 0) return
      await updatePreferences(tx, subscriber.id, { frequency, allowsTracking })
      for (const event of happened)
        await insertSubscriberEvent(tx, { ...event, subscriberId: subscriber.id, at: clock.now() })
    })
    // Last, so that whoever comes back gets what they chose.
    if (choice !== 'off' && before.frequency === 'off') await subscribers.confirm(token)
    return find(token)
  }

  return {
    find: (token) => withUnavailableError(find(token)),
    change: (token, choice) => withUnavailableError(change(token, choice)),
    export: (token) =>
      withUnavailableError(
        (async () => {
          const subscriber = isToken(token) ? await findSubscriberByToken(db, token) : undefined
          return subscriber && exportSubscriber(db, subscriber, clock.now(), records)
        })(),
      ),
    erase: (token) =>
      withUnavailableError(
        db.transaction(async (tx) => {
          const subscriber = isToken(token) ? await lockSubscriberByToken(tx, token) : undefined
          if (subscriber) await eraseSubscriber(tx, subscriber, 'person', clock.now(), records)
          return subscriber !== undefined
        }),
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

import { maskEmail } from '#shared/email-address.ts'
import type { SubscribersService } from '#features/subscribers/contract.ts'
import type { LetterChoice, PreferencesService, PreferencesView } from '#features/subscribers/preferences.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import {
  findSubscriberByToken,
  insertSubscriberEvent,
  lockSubscriberByToken,
  type Subscriber,
  updateWishes,
} from './queries.ts'
import { asShown, isToken } from './subscription.ts'
import { erasePerson, exportPerson, type Traces } from './person-data.ts'

type Parts = Pick<ProcessDeps, 'db' | 'clock'> & {
  subscribers: Pick<SubscribersService, 'confirm' | 'unsubscribe'>
  traces: Traces
}

/** What a person decides on their own page. Coming and going are the same acts as on the pages of their own. */
export function createPreferences({ db, clock, subscribers, traces }: Parts): PreferencesService {
  const find = async (token: string) => {
    const subscriber = isToken(token) ? await findSubscriberByToken(db, token) : undefined
    return subscriber && viewOf(await asShown(db, subscriber))
  }

  const change = async (
    token: string,
    { letters, countsReading }: { letters: LetterChoice; countsReading: boolean },
  ) => {
    const before = await find(token)
    if (!before) return undefined
    if (letters === 'off') await subscribers.unsubscribe(token, 'page')
    await db.transaction(async (tx) => {
      const subscriber = await lockSubscriberByToken(tx, token)
      if (!subscriber) return
      const frequency = letters === 'off' ? subscriber.frequency : letters
      const happened = [
        ...(frequency === subscriber.frequency ? [] : [{ kind: 'frequency', detail: frequency }]),
        ...(countsReading === subscriber.countsReading
          ? []
          : [{ kind: 'counting', detail: countsReading ? 'on' : 'off' }]),
      ]
      if (happened.length === 0) return
      await updateWishes(tx, subscriber.id, { frequency, countsReading })
      for (const event of happened)
        await insertSubscriberEvent(tx, { ...event, subscriberId: subscriber.id, at: clock.now() })
    })
    // Last, so that whoever comes back gets what they chose.
    if (letters !== 'off' && before.letters === 'off') await subscribers.confirm(token)
    return find(token)
  }

  return {
    find: (token) => withUnavailableError(find(token)),
    change: (token, choice) => withUnavailableError(change(token, choice)),
    export: (token) =>
      withUnavailableError(
        (async () => {
          const subscriber = isToken(token) ? await findSubscriberByToken(db, token) : undefined
          return subscriber && exportPerson(db, subscriber, clock.now(), traces)
        })(),
      ),
    erase: (token) =>
      withUnavailableError(
        db.transaction(async (tx) => {
          const subscriber = isToken(token) ? await lockSubscriberByToken(tx, token) : undefined
          if (subscriber) await erasePerson(tx, subscriber, 'person', clock.now(), traces)
          return subscriber !== undefined
        }),
      ),
  }
}

function viewOf({ email, status, frequency, countsReading }: Subscriber): PreferencesView {
  return { maskedEmail: maskEmail(email), status, letters: status === 'subscribed' ? frequency : 'off', countsReading }
}

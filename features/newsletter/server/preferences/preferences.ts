import { maskEmail } from '#shared/email-address.ts'
import type { NewsletterService } from '#features/newsletter/contract.ts'
import type { LetterChoice, PreferencesService, PreferencesView } from '#features/newsletter/preferences.ts'
import type { NewsletterParts } from '../newsletter-parts.ts'
import { orRefusal } from '#platform/database/unavailable.ts'
import { findSubscriberByToken, insertSubscriberEvent, lockSubscriberByToken, type Subscriber } from '../queries.ts'
import { asShown, isToken } from '../subscription.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { updateWishes } from './queries.ts'

type Parts = Pick<NewsletterParts, 'db' | 'clock'> & { newsletter: Pick<NewsletterService, 'confirm' | 'unsubscribe'> }

/** What a person decides on their own page. Coming and going are the same acts as on the pages of their own. */
export function createPreferences({ db, clock, newsletter }: Parts): PreferencesService {
  const find = async (token: string) => {
    const subscriber = isToken(token) ? await findSubscriberByToken(db, token) : undefined
    return subscriber && viewOf(await asShown(db, subscriber))
  }

  const change = async (token: string, { letters, countsReading }: { letters: LetterChoice; countsReading: boolean }) => {
    const before = await find(token)
    if (!before) return undefined
    if (letters === 'off') await newsletter.unsubscribe(token, 'page')
    await db.transaction(async (tx) => {
      const subscriber = await lockSubscriberByToken(tx, token)
      if (!subscriber) return
      const frequency = letters === 'off' ? subscriber.frequency : letters
      const happened = [
        ...(frequency === subscriber.frequency ? [] : [{ kind: 'frequency', detail: frequency }]),
        ...(countsReading === subscriber.countsReading ? [] : [{ kind: 'counting', detail: countsReading ? 'on' : 'off' }]),
      ]
      if (happened.length === 0) return
      await updateWishes(tx, subscriber.id, { frequency, countsReading })
      for (const event of happened) await insertSubscriberEvent(tx, { ...event, subscriberId: subscriber.id, at: clock.now() })
    })
    // Last, so that whoever comes back gets what they chose.
    if (letters !== 'off' && before.letters === 'off') await newsletter.confirm(token)
    return find(token)
  }

  return {
    find: (token) => orRefusal(find(token)),
    change: (token, choice) => orRefusal(change(token, choice)),
    export: (token) =>
      orRefusal(
        (async () => {
          const subscriber = isToken(token) ? await findSubscriberByToken(db, token) : undefined
          return subscriber && exportPerson(db, subscriber, clock.now())
        })(),
      ),
    erase: (token) =>
      orRefusal(
        db.transaction(async (tx) => {
          const subscriber = isToken(token) ? await lockSubscriberByToken(tx, token) : undefined
          if (subscriber) await erasePerson(tx, subscriber, 'person', clock.now())
          return subscriber !== undefined
        }),
      ),
  }
}

function viewOf({ email, status, frequency, countsReading }: Subscriber): PreferencesView {
  return { maskedEmail: maskEmail(email), status, letters: status === 'subscribed' ? frequency : 'off', countsReading }
}

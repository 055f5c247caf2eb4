import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { ExternalError } from '#platform/http-client/external-error.ts'
import { countMails } from '#platform/mailer/queries.ts'
import { type FreeSpace, isNearlyFull, formatBytes } from '#platform/storage/free-space.ts'
import type { HealthCheck } from '#features/owner/contract.ts'
import { greetRelay } from './smtp-greeting.ts'

type Parts = {
  config: Config
  database: Pick<Database, 'ping' | 'describe' | 'db'>
  measure: () => Promise<FreeSpace>
  /** What is on the air by the built-in station or the outside one; undefined while it is silent. */
  onAir: () => string | undefined
  keptPages: () => { count: number; bytes: number }
}

/** Everything the site leans on, in the order of what hurts most. */
export function healthQuestions(parts: Parts): HealthCheck[] {
  return [
    database(parts),
    mail(parts),
    returnedLetters(parts),
    cards(parts),
    cashApp(parts),
    station(parts),
    storage(parts),
    pages(parts),
  ]
}

function database({ database: { ping, describe } }: Parts): HealthCheck {
  return {
    name: 'Database',
    todo: 'Start the database, or look at DATABASE_URL. Until it answers, public pages stand and nothing can be saved.',
    async ask() {
      const before = performance.now()
      await ping()
      return {
        state: 'well',
        says: `${describe()}, answered in ${Math.max(1, Math.round(performance.now() - before))} ms`,
        todo: '',
      }
    },
  }
}

function mail({ config, database: { db } }: Parts): HealthCheck {
  return {
    name: 'Mail',
    todo: 'Look at SMTP_URL and at the relay. Mails wait in the queue and leave when it answers.',
    async ask(signal) {
      const counts = await countMails(db)
      const count = (state: string) => counts[state] ?? 0
      const queue = `${count('sent')} sent, ${count('queued') + count('claimed') + count('in_data')} waiting, ${count('held')} held since a backup was restored, ${count('failed')} refused, ${count('uncertain')} uncertain`
      if (!config.SMTP_URL)
        return {
          state: 'stand-in',
          says: `Local outbox: ${queue}`,
          todo: 'Set SMTP_URL to reach anybody; until then mails are files on this machine.',
        }
      const greeting = await greetRelay(config.SMTP_URL, signal)
      return { state: 'well', says: `${new URL(config.SMTP_URL).host} (${greeting}): ${queue}`, todo: '' }
    },
  }
}

function returnedLetters({ config }: Parts): HealthCheck {
  return {
    name: 'Returned letters',
    todo: '',
    async ask() {
      if (config.NEWSLETTER_BOUNCE_SECRET)
        return { state: 'well', says: 'Bounces and complaints are taken from the mailbox', todo: '' }
      return {
        state: config.isProduction ? 'off' : 'stand-in',
        says: 'Nobody reads what comes back: bounces and complaints stop nothing',
        todo: 'Set NEWSLETTER_BOUNCE_SECRET and have the mailbox hand over each mail; docs/operations.md says how.',
      }
    },
  }
}

function cards({ config }: Parts): HealthCheck {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base = 'https://api.stripe.com' } = config
  return {
    name: 'Cards',
    todo: 'Look at STRIPE_SECRET_KEY and at status.stripe.com. Buyers see that paying cannot begin just now.',
    async ask(signal) {
      if (!key)
        return config.takesTestCards
          ? {
              state: 'stand-in',
              says: 'Test checkout: takes no money',
              todo: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to take cards.',
            }
          : {
              state: 'off',
              says: 'Cards are not taken',
              todo: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to take cards.',
            }
      const answer = await fetch(new URL('/v1/balance', base), {
        headers: { authorization: `Bearer ${key}` },
        redirect: 'error',
        signal,
      })
      await answer.body?.cancel()
      if (!answer.ok)
        throw new ExternalError(
          answer.status === 401 ? 'Stripe does not know the key' : `Stripe answered ${answer.status}`,
        )
      return { state: 'well', says: `Stripe answers${/^[sr]k_live/.test(key) ? '' : ', with a test key'}`, todo: '' }
    },
  }
}

function cashApp({ config }: Parts): HealthCheck {
  return {
    name: 'Cash App',
    todo: '',
    async ask() {
      const { CASHAPP_TAG: tag } = config
      if (tag) return { state: 'well', says: `Money goes to ${tag}; nothing is asked of Cash App itself`, todo: '' }
      return config.isProduction
        ? { state: 'off', says: 'Not taken', todo: 'Set the Cash App tag below to take it.' }
        : { state: 'stand-in', says: 'A sample tag nobody owns', todo: 'Set the Cash App tag below to take it.' }
    },
  }
}

function station({ config, onAir }: Parts): HealthCheck {
  const { AZURACAST_URL: url, AZURACAST_STATION: name } = config
  return {
    name: 'Station',
    todo: url
      ? 'Look at AZURACAST_URL and at the station’s own desk.'
      : 'Look at /dev/station or at the log; recordings that cannot be played are told there.',
    async ask(signal) {
      const title = onAir()
      if (!url || !name) {
        if (!title) throw new ExternalError('the built-in station is silent')
        return { state: 'well', says: `Built-in station, on the air: ${title}`, todo: '' }
      }
      const answer = await fetch(new URL(`/api/nowplaying/${name}`, url), { redirect: 'error', signal })
      await answer.body?.cancel()
      if (!answer.ok) throw new ExternalError(`AzuraCast answered ${answer.status}`)
      return { state: 'well', says: `AzuraCast ${new URL(url).host}${title ? `, on the air: ${title}` : ''}`, todo: '' }
    },
  }
}

function storage({ measure }: Parts): HealthCheck {
  return {
    name: 'Storage',
    todo: 'Look at the disk that holds DATA_DIR.',
    async ask() {
      const space = await measure()
      const says = `${formatBytes(space.freeBytes)} free of ${formatBytes(space.totalBytes)}`
      return isNearlyFull(space)
        ? {
            state: 'trouble',
            says,
            todo: 'Make room or move DATA_DIR to a larger disk; uploads are refused when it is full.',
          }
        : { state: 'well', says, todo: '' }
    },
  }
}

function pages({ keptPages }: Parts): HealthCheck {
  return {
    name: 'Page cache',
    todo: '',
    async ask() {
      const { count, bytes } = keptPages()
      return { state: 'well', says: `${count} pages kept in this process, ${formatBytes(bytes)}`, todo: '' }
    },
  }
}

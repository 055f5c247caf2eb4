import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { OutsideFault } from '#platform/outside/fault-words.ts'
import { countMails } from '#platform/mailer/queries.ts'
import { type FreeSpace, isNearlyFull, sizeInWords } from '#platform/storage/free-space.ts'
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
    remedy:
      'Start the database, or look at DATABASE_URL. Until it answers, public pages stand and nothing can be saved.',
    async check() {
      const before = performance.now()
      await ping()
      return {
        state: 'ok',
        message: `${describe()}, answered in ${Math.max(1, Math.round(performance.now() - before))} ms`,
        remedy: '',
      }
    },
  }
}

function mail({ config, database: { db } }: Parts): HealthCheck {
  return {
    name: 'Mail',
    remedy: 'Look at SMTP_URL and at the relay. Mails wait in the queue and leave when it answers.',
    async check(signal) {
      const counts = await countMails(db)
      const count = (state: string) => counts[state] ?? 0
      const queue = `${count('sent')} sent, ${count('queued') + count('claimed') + count('in_data')} waiting, ${count('held')} held since a backup was restored, ${count('failed')} refused, ${count('uncertain')} uncertain`
      if (!config.SMTP_URL)
        return {
          state: 'local',
          message: `Local outbox: ${queue}`,
          remedy: 'Set SMTP_URL to reach anybody; until then mails are files on this machine.',
        }
      const greeting = await greetRelay(config.SMTP_URL, signal)
      return { state: 'ok', message: `${new URL(config.SMTP_URL).host} (${greeting}): ${queue}`, remedy: '' }
    },
  }
}

function returnedLetters({ config }: Parts): HealthCheck {
  return {
    name: 'Returned letters',
    remedy: '',
    async check() {
      if (config.NEWSLETTER_BOUNCE_SECRET)
        return { state: 'ok', message: 'Bounces and complaints are taken from the mailbox', remedy: '' }
      return {
        state: config.isProduction ? 'off' : 'local',
        message: 'Nobody reads what comes back: bounces and complaints stop nothing',
        remedy: 'Set NEWSLETTER_BOUNCE_SECRET and have the mailbox hand over each mail; docs/operations.md says how.',
      }
    },
  }
}

function cards({ config }: Parts): HealthCheck {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base = 'https://api.stripe.com' } = config
  return {
    name: 'Cards',
    remedy: 'Look at STRIPE_SECRET_KEY and at status.stripe.com. Buyers see that paying cannot begin just now.',
    async check(signal) {
      if (!key)
        return config.takesTestCards
          ? {
              state: 'local',
              message: 'Test checkout: takes no money',
              remedy: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to take cards.',
            }
          : {
              state: 'off',
              message: 'Cards are not taken',
              remedy: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to take cards.',
            }
      const answer = await fetch(new URL('/v1/balance', base), {
        headers: { authorization: `Bearer ${key}` },
        redirect: 'error',
        signal,
      })
      await answer.body?.cancel()
      if (!answer.ok)
        throw new OutsideFault(
          answer.status === 401 ? 'Stripe does not know the key' : `Stripe answered ${answer.status}`,
        )
      return { state: 'ok', message: `Stripe answers${/^[sr]k_live/.test(key) ? '' : ', with a test key'}`, remedy: '' }
    },
  }
}

function cashApp({ config }: Parts): HealthCheck {
  return {
    name: 'Cash App',
    remedy: '',
    async check() {
      const { CASHAPP_TAG: tag } = config
      if (tag) return { state: 'ok', message: `Money goes to ${tag}; nothing is asked of Cash App itself`, remedy: '' }
      return config.isProduction
        ? { state: 'off', message: 'Not taken', remedy: 'Set the Cash App tag below to take it.' }
        : { state: 'local', message: 'A sample tag nobody owns', remedy: 'Set the Cash App tag below to take it.' }
    },
  }
}

function station({ config, onAir }: Parts): HealthCheck {
  const { AZURACAST_URL: url, AZURACAST_STATION: name } = config
  return {
    name: 'Station',
    remedy: url
      ? 'Look at AZURACAST_URL and at the station’s own desk.'
      : 'Look at /dev/station or at the log; recordings that cannot be played are told there.',
    async check(signal) {
      const title = onAir()
      if (!url || !name) {
        if (!title) throw new OutsideFault('the built-in station is silent')
        return { state: 'ok', message: `Built-in station, on the air: ${title}`, remedy: '' }
      }
      const answer = await fetch(new URL(`/api/nowplaying/${name}`, url), { redirect: 'error', signal })
      await answer.body?.cancel()
      if (!answer.ok) throw new OutsideFault(`AzuraCast answered ${answer.status}`)
      return {
        state: 'ok',
        message: `AzuraCast ${new URL(url).host}${title ? `, on the air: ${title}` : ''}`,
        remedy: '',
      }
    },
  }
}

function storage({ measure }: Parts): HealthCheck {
  return {
    name: 'Storage',
    remedy: 'Look at the disk that holds DATA_DIR.',
    async check() {
      const space = await measure()
      const says = `${sizeInWords(space.freeBytes)} free of ${sizeInWords(space.totalBytes)}`
      return isNearlyFull(space)
        ? {
            state: 'error',
            message: says,
            remedy: 'Make room or move DATA_DIR to a larger disk; uploads are refused when it is full.',
          }
        : { state: 'ok', message: says, remedy: '' }
    },
  }
}

function pages({ keptPages }: Parts): HealthCheck {
  return {
    name: 'Page cache',
    remedy: '',
    async check() {
      const { count, bytes } = keptPages()
      return { state: 'ok', message: `${count} pages kept in this process, ${sizeInWords(bytes)}`, remedy: '' }
    },
  }
}

import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { countOf } from '#shared/count-of.ts'
import { capitalize } from '#shared/cut-text.ts'
import { checkPublicAddress, redirectTarget } from './public-address.ts'
import { ExternalError } from '#platform/http-client/external-error.ts'
import { isRestoredCopy } from '#platform/jobs/queries.ts'
import { checkMailServer } from '#platform/mailer/check-mail-server.ts'
import { countMails } from '#platform/mailer/queries.ts'
import { checkStripe } from '#platform/payments/check-stripe.ts'
import type { Processes } from '#platform/processes/processes.ts'
import { type FreeSpace, isNearlyFull, formatBytes } from '#platform/storage/free-space.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { type HealthCheck, pausedNote, type ServiceStatus } from '#features/owner/contract.ts'
import type { SilenceReason } from '#features/radio/contract.ts'

type HealthCheckDeps = {
  config: Config
  database: Pick<Database, 'ping' | 'describe' | 'db'>
  processes: Pick<Processes, 'list' | 'problems'>
  storage: Pick<Storage, 'kind' | 'check'>
  /** Measures the disk that holds the data. */
  measure: () => Promise<FreeSpace>
  /** Returns the title that the station plays; undefined while it is silent. */
  onAir: () => string | undefined
  /** Returns why the station may be silent. */
  reasonOfSilence: () => SilenceReason
  cachedPages: () => { count: number; bytes: number }
}

/** Time limit for one step of a check, so that its own error is shown before the limit of all checks is reached. */
const stepMs = 2_500

/** Creates the checks of all services, most important first. */
export function createHealthChecks(deps: HealthCheckDeps): HealthCheck[] {
  return [
    database(deps),
    processes(deps),
    mail(deps),
    newsletterFeedback(deps),
    cards(deps),
    cashApp(deps),
    station(deps),
    storage(deps),
    publicAddress(deps),
    pageCache(deps),
  ]
}

function database({ database: { ping, describe } }: HealthCheckDeps): HealthCheck {
  return {
    name: 'Database',
    remedy:
      'Start the database, or check DATABASE_URL. Until it responds, public pages still work but changes cannot be saved.',
    async check() {
      const before = performance.now()
      await ping()
      return {
        state: 'ok',
        message: `${capitalize(describe())}, responded in ${Math.max(1, Math.round(performance.now() - before))} ms`,
        remedy: '',
      }
    },
  }
}

function processes({ processes: { list, problems } }: HealthCheckDeps): HealthCheck {
  return {
    name: 'Processes',
    remedy: 'The list of processes is stored in the database. Start the database first.',
    async check() {
      const [running, faults] = await Promise.all([list(), problems()])
      const message = running.map(({ role, host, version }) => `ROLE=${role} on ${host}, version ${version}`).join('; ')
      return faults.length > 0
        ? {
            state: 'error',
            message: `${faults.map(({ title }) => `${title}.`).join(' ')} Running: ${message || 'none'}`,
            remedy: faults.map(({ detail }) => detail).join(' '),
          }
        : { state: 'ok', message: message || 'Only this process', remedy: '' }
    },
  }
}

function mail({ config, database: { db } }: HealthCheckDeps): HealthCheck {
  return {
    name: 'Mail',
    remedy: 'Check SMTP_URL and the mail server. Emails stay queued and are sent when it responds.',
    async check() {
      const counts = await countMails(db)
      const count = (state: string) => counts[state] ?? 0
      const queue = describeQueue(config.SMTP_URL ? 'sent' : 'saved', count('sent'), {
        'queued': count('queued') + count('claimed') + count('in_data'),
        'paused after a restore': count('paused'),
        'failed': count('failed'),
        'with unknown delivery status': count('uncertain'),
      })
      if (!config.SMTP_URL)
        return {
          state: 'local',
          message: `Local outbox: ${queue}`,
          remedy: 'Set SMTP_URL to send emails. Until then they are saved as files on this machine.',
        }
      const problem = await checkMailServer(config.SMTP_URL, stepMs)
      if (problem) return { state: 'error', ...problem }
      const { host, username } = new URL(config.SMTP_URL)
      return {
        state: 'ok',
        message: `${host} ${username ? 'accepts the username and password' : 'responds'}: ${queue}`,
        remedy: '',
      }
    },
  }
}

/**
 * Describes how many emails were sent, or saved in the local outbox, and how many were not and why; zeros of the latter
 * are left out.
 */
const describeQueue = (done: 'sent' | 'saved', emails: number, unsent: Record<string, number>) =>
  [[done, emails] as const, ...Object.entries(unsent).filter(([, count]) => count > 0)]
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')

function newsletterFeedback({ config }: HealthCheckDeps): HealthCheck {
  return {
    name: 'Newsletter feedback',
    remedy: '',
    async check() {
      if (config.NEWSLETTER_BOUNCE_SECRET)
        return { state: 'configured', message: 'Ready to receive bounces and complaints', remedy: '' }
      return {
        state: 'off',
        message: 'Bounces and complaints are not processed',
        remedy: 'Set NEWSLETTER_BOUNCE_SECRET and forward each returned email to the site. See docs/operations.md.',
      }
    },
  }
}

function cards({ config }: HealthCheckDeps): HealthCheck {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: apiBase } = config
  return {
    name: 'Card payments',
    remedy: 'Check STRIPE_SECRET_KEY and status.stripe.com. Buyers cannot start a card payment until this is resolved.',
    async check() {
      if (!key)
        return config.takesTestCards
          ? {
              state: 'local',
              message: 'Test checkout: no real payments',
              remedy: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to accept cards.',
            }
          : {
              state: 'off',
              message: 'Card payments are off',
              remedy: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to accept cards.',
            }
      const problem = await checkStripe({ secretKey: key, apiBase }, stepMs)
      if (problem) return { state: 'error', ...problem }
      return { state: 'ok', message: `Stripe responds${/^[sr]k_live/.test(key) ? '' : ' (test key)'}`, remedy: '' }
    },
  }
}

function cashApp({ config }: HealthCheckDeps): HealthCheck {
  return {
    name: 'Cash App',
    remedy: '',
    async check() {
      const { CASHAPP_TAG: handle } = config
      if (handle)
        return { state: 'configured', message: `Payments go to ${handle} (not verified with Cash App)`, remedy: '' }
      return config.isProduction
        ? {
            state: 'off',
            message: 'Cash App payments are off',
            remedy: 'Set the Cash App handle below to accept payments.',
          }
        : {
            state: 'local',
            message: 'Sample handle: no payments can be received',
            remedy: 'Set the Cash App handle below to accept payments.',
          }
    },
  }
}

function station({ config, database: { db }, onAir, reasonOfSilence }: HealthCheckDeps): HealthCheck {
  const { AZURACAST_URL: url, AZURACAST_STATION: name } = config
  return {
    name: 'Station',
    remedy: url
      ? 'Check AZURACAST_URL and the AzuraCast admin.'
      : `Check ${config.isProduction ? '' : '/dev/station or '}the log for recordings that cannot be played.`,
    async check(signal) {
      const title = onAir()
      if (!url || !name) {
        if (!title) return silentStation(reasonOfSilence(), await isRestoredCopy(db))
        return { state: 'ok', message: `Built-in station, on air: ${title}`, remedy: '' }
      }
      const answer = await fetch(new URL(`/api/nowplaying/${name}`, url), { redirect: 'manual', signal })
      await answer.body?.cancel()
      const target = redirectTarget(answer)
      if (target)
        return {
          state: 'error',
          message: `AzuraCast redirects ${url} to ${target}`,
          remedy: 'Set AZURACAST_URL to the address that it redirects to and restart the site.',
        }
      if (!answer.ok) throw new ExternalError(`AzuraCast responded with ${answer.status}`)
      return {
        state: 'ok',
        message: `AzuraCast ${new URL(url).host}${title ? `, on air: ${title}` : ''}`,
        remedy: '',
      }
    },
  }
}

function silentStation(reason: SilenceReason, isPaused: boolean): Omit<ServiceStatus, 'name'> {
  switch (reason) {
    case 'starting':
      return { state: 'ok', message: 'The built-in station is starting and will play within a minute', remedy: '' }
    case 'converting':
      return {
        state: isPaused ? 'off' : 'ok',
        message: isPaused
          ? 'The built-in station is silent until its recordings are converted'
          : 'The built-in station is starting: its recordings are being converted, which takes a few minutes',
        remedy: isPaused ? pausedNote : '',
      }
    case 'no-recording':
      return {
        state: 'error',
        message: 'the built-in station is silent, because no recording is ready to play',
        remedy:
          'Add an artist with a featured track, or accept a submitted track. It is converted before it is played.',
      }
    case 'unknown':
      throw new ExternalError('the built-in station is silent')
  }
}

function storage({ config, storage: files, measure }: HealthCheckDeps): HealthCheck {
  return {
    name: 'Storage',
    remedy:
      files.kind === 's3' ? 'Check the object storage and the S3 settings.' : 'Check the disk that holds DATA_DIR.',
    async check() {
      await files.check()
      const space = await measure()
      const place = files.kind === 's3' ? `Bucket ${config.S3_BUCKET}; local disk: ` : ''
      const message = `${place}${formatBytes(space.freeBytes)} free of ${formatBytes(space.totalBytes)}`
      return isNearlyFull(space)
        ? {
            state: 'error',
            message,
            remedy: 'Free up some space or move DATA_DIR to a larger disk. Uploads fail when it is full.',
          }
        : { state: 'ok', message, remedy: '' }
    },
  }
}

function publicAddress({ config }: HealthCheckDeps): HealthCheck {
  return {
    name: 'Public address',
    remedy:
      'Check the domain’s DNS record, the certificate and the proxy. For details, run `npm run doctor` on the server.',
    async check(signal) {
      const { PUBLIC_ORIGIN: origin } = config
      if (!origin)
        return {
          state: 'unset',
          message: 'The public address is not set, so links in emails lead to this machine',
          remedy: 'Set PUBLIC_ORIGIN to the https:// address of the site.',
        }
      const problem = await checkPublicAddress(origin, signal)
      if (problem) return { state: 'error', ...problem }
      return origin.startsWith('https:')
        ? { state: 'ok', message: `${origin} responds with a valid certificate`, remedy: '' }
        : {
            state: 'local',
            message: `${origin} responds without TLS`,
            remedy: 'Set PUBLIC_ORIGIN to an https:// address.',
          }
    },
  }
}

function pageCache({ cachedPages }: HealthCheckDeps): HealthCheck {
  return {
    name: 'Page cache',
    remedy: '',
    async check() {
      const { count, bytes } = cachedPages()
      return {
        state: 'ok',
        message: `${countOf(count, 'page')} cached in this process, ${formatBytes(bytes)}`,
        remedy: '',
      }
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '#platform/config.ts'
import { findExistingFolder, findFolderProblem } from '#platform/configured-folder.ts'
import { tryDatabase } from '#platform/database/try-database.ts'
import { checkMailServer as findMailProblem } from '#platform/mailer/check-mail-server.ts'
import { checkStripeWebhook } from '#platform/payments/check-stripe.ts'
import { formatBytes, isAlmostFull, isNearlyFull, measureFreeSpace } from '#platform/storage/free-space.ts'
import { openStorage } from '#platform/storage/open-storage.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const timeoutMs = 10_000
/** Difference of clocks that breaks the order of events of several processes. */
const maxSkewMs = 5_000

/** Connects to the mail server and signs in, without sending anything. */
export async function checkMailServer({ SMTP_URL: url }: Pick<Config, 'SMTP_URL'>): Promise<Finding> {
  const { ok, problem, skipped } = findingsOf('Mail server')
  if (!url) return skipped('not configured: emails are saved as files; set SMTP_URL to send them')
  const found = await findMailProblem(url, timeoutMs)
  return found ? problem(found.message, found.remedy) : ok(`${new URL(url).host} is ready to send emails`)
}

/** Checks the connection to an external database, and compares its clock with ours. */
export async function checkDatabase(
  { DATABASE_URL: url }: Pick<Config, 'DATABASE_URL'>,
  now: () => Date,
): Promise<Finding[]> {
  const database = findingsOf('Database')
  const clock = findingsOf('Clock')
  if (!url)
    return [database.skipped('embedded: the site starts it in DATA_DIR'), clock.skipped('nothing to compare it with')]
  try {
    const { now: theirs, version } = await tryDatabase(url, timeoutMs)
    const skewMs = now().getTime() - theirs.getTime()
    const seconds = Math.round(Math.abs(skewMs) / 1000)
    return [
      database.ok(`PostgreSQL ${version}`),
      Math.abs(skewMs) <= maxSkewMs
        ? clock.ok('agrees with the database')
        : clock.problem(
            `${seconds} seconds ${skewMs > 0 ? 'ahead of' : 'behind'} the database`,
            'Synchronize the clocks of all machines with NTP (systemd-timesyncd or chrony). Codes and payments expire at the wrong times until then.',
          ),
    ]
  } catch (error) {
    return [
      database.problem(`DATABASE_URL cannot be used: ${reasonOf(error)}`, 'Start the database, or check DATABASE_URL.'),
      clock.skipped('compared with the database once it responds'),
    ]
  }
}

/** Asks Stripe whether the webhook of this site is there, enabled, and receives all events. */
export async function checkCardWebhook(
  config: Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE' | 'origin'>,
): Promise<Finding> {
  const { ok, warning, problem, skipped } = findingsOf('Card webhook')
  if (!config.STRIPE_SECRET_KEY) return skipped('card payments are not configured (no STRIPE_SECRET_KEY)')
  const url = `${config.origin}/api/webhooks/stripe`
  const account = { secretKey: config.STRIPE_SECRET_KEY, apiBase: config.STRIPE_API_BASE }
  const found = await checkStripeWebhook(account, url, timeoutMs)
  if (!found) return ok(`${url} receives all events`)
  return found.kind === 'forbidden' ? warning(found.message, found.remedy) : problem(found.message, found.remedy)
}

/** Checks that the data folder can be written and has space. */
export async function checkDisk({ DATA_DIR: dataDir }: Pick<Config, 'DATA_DIR'>): Promise<Finding> {
  const { ok, warning, problem } = findingsOf('Disk')
  const wanted = resolve(dataDir)
  const found = await findFolderProblem('DATA_DIR', wanted)
  if (found) return problem(found.message, found.remedy)
  // The first start creates the folder.
  const { path: folder } = await findExistingFolder(wanted)
  try {
    const space = await measureFreeSpace(folder)
    const text = `${formatBytes(space.freeBytes)} of ${formatBytes(space.totalBytes)} free for ${wanted}`
    const remedy = 'Free up some space, or move DATA_DIR to a larger disk. Uploads fail when it is full.'
    if (isAlmostFull(space)) return problem(text, remedy)
    return isNearlyFull(space) ? warning(text, remedy) : ok(text)
  } catch (error) {
    return problem(
      `the free space of ${folder} cannot be measured: ${reasonOf(error)}`,
      'Set DATA_DIR to a folder on another disk.',
    )
  }
}

/** Checks that the folder for backups can be created and written. */
export async function checkBackupFolder({
  BACKUP_DIR: folder,
  BACKUP_RECIPIENTS: recipients,
  S3_BUCKET: bucket,
}: Pick<Config, 'BACKUP_DIR' | 'BACKUP_RECIPIENTS' | 'S3_BUCKET'>): Promise<Finding> {
  const { ok, problem, skipped } = findingsOf('Backup folder')
  if (folder) {
    const path = resolve(folder)
    const found = await findFolderProblem('BACKUP_DIR', path)
    return found ? problem(found.message, found.remedy) : ok(`${path} can be written`)
  }
  if (!recipients) return skipped('not configured: set BACKUP_RECIPIENTS to make encrypted backups')
  return skipped(
    bucket
      ? `not configured: backups are in bucket ${bucket}`
      : 'not configured: backups are in DATA_DIR; set BACKUP_DIR to a folder on another disk',
  )
}

/** Checks that the files in the configured bucket can be listed and read. */
export async function checkObjectStorage(config: Config): Promise<Finding> {
  const { ok, problem, skipped } = findingsOf('Object storage')
  const { S3_BUCKET: bucket } = config
  if (!bucket) return skipped('not configured: files are in DATA_DIR; several hosts need the S3_… settings')
  // Opening a storage creates a cache, which belongs to the site.
  const temporary = await mkdtemp(join(tmpdir(), 'swade-doctor-'))
  try {
    const storage = await openStorage({ config: { ...config, DATA_DIR: temporary }, log: { warn: () => undefined } })
    try {
      await storage.check()
      return ok(`bucket ${bucket} can be listed and read`)
    } finally {
      storage.close()
    }
  } catch (error) {
    return problem(
      reasonOf(error),
      'Correct this, then run the doctor again. Until then, uploads are refused and files without a local copy are not served.',
    )
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Checks that the public address leads to the site. */
export async function checkPublicAddress({ PUBLIC_ORIGIN: origin }: Pick<Config, 'PUBLIC_ORIGIN'>): Promise<Finding> {
  const { ok, warning, skipped } = findingsOf('Public address')
  if (!origin) return skipped('PUBLIC_ORIGIN is not set')
  try {
    const { status } = await fetch(`${origin}/readyz`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    if (status === 200) return ok(`${origin} is ready`)
    return warning(
      `${origin}/readyz answers ${status}`,
      'Start the site, or check that the proxy forwards this address to it.',
    )
  } catch (error) {
    const reason = reasonOf((error as Error).cause ?? error)
    return warning(
      `${origin} does not answer: ${reason}`,
      'Check the DNS of the host name, the certificate and the proxy.',
    )
  }
}

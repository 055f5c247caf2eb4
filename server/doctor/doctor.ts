import { Resolver } from 'node:dns/promises'
import { type Config, ConfigError, isStripeTestKey, readConfig } from '#platform/config.ts'
import { loadEnvFile } from '#platform/env-file.ts'
import { type Finding, findingsOf, formatFindings } from './finding.ts'
import { checkMailDomain, type TxtResolver } from './mail-domain.ts'
import {
  checkBackupFolder,
  checkCardWebhook,
  checkDatabase,
  checkDisk,
  checkMailServer,
  checkObjectStorage,
  checkPublicAddress,
} from './services.ts'

type DoctorDeps = {
  /** Usually `process.env`. */
  environment: Record<string, string | undefined>
  /** Project folder, whose file `.env` is read like at a start; without it, no file is read. */
  root?: string
  resolver?: TxtResolver
  now?: () => Date
}

/**
 * Checks the installation: configuration, mail domain, mail server, card webhook, database, clock, disk, backup folder,
 * object storage and public address. Sends nothing, and changes nothing apart from temporary folders that it removes.
 *
 * @returns The text for the terminal, and the exit code: 1 when there is a problem, otherwise 0.
 */
export async function examine({
  environment,
  root,
  resolver = new Resolver({ timeout: 4_000, tries: 2 }),
  now = () => new Date(),
}: DoctorDeps): Promise<{ findings: Finding[]; text: string; exitCode: 0 | 1 }> {
  const findings = await findAll({ environment, root, resolver, now })
  const exitCode = findings.some(({ state }) => state === 'problem') ? 1 : 0
  return { findings, text: formatFindings(findings), exitCode }
}

async function findAll({
  environment,
  root,
  resolver,
  now,
}: Required<Omit<DoctorDeps, 'root'>> & { root: string | undefined }): Promise<Finding[]> {
  const configuration = findingsOf('Configuration')
  let config: Config
  try {
    config = readConfig(root === undefined ? environment : loadEnvFile(root, environment))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) =>
      configuration.problem(
        problem,
        'Correct this setting, then run the doctor again. The other checks cannot run until the configuration is valid.',
      ),
    )
  }
  const mode = config.isProduction ? 'production' : 'not production'
  const fallbacks = listFallbacks(config)
  const groups = await Promise.all([
    checkPublicAddress(config),
    checkDatabase(config, now),
    checkDisk(config),
    checkBackupFolder(config),
    checkObjectStorage(config),
    checkMailServer(config),
    checkMailDomain(config, resolver),
    checkCardWebhook(config),
  ])
  const inUse = fallbacks.length > 0 ? `. In use for testing: ${fallbacks.join(', ')}` : ''
  return [configuration.ok(`valid (${mode})${inUse}`), ...groups.flat()]
}

/** Lists the services in use that deliver no email or charge no money. */
function listFallbacks(config: Config): string[] {
  const { SMTP_URL, STRIPE_SECRET_KEY = '', STRIPE_API_BASE, takesTestCards } = config
  return [
    ...(SMTP_URL ? [] : ['local outbox (no SMTP_URL)']),
    ...(takesTestCards ? ['test checkout (no STRIPE_SECRET_KEY)'] : []),
    ...(isStripeTestKey(STRIPE_SECRET_KEY) ? ['Stripe test mode (STRIPE_SECRET_KEY is a test key)'] : []),
    ...(STRIPE_SECRET_KEY && STRIPE_API_BASE ? ['another Stripe server (STRIPE_API_BASE)'] : []),
  ]
}

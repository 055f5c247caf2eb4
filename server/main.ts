import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { systemClock } from '#platform/clock.ts'
import { type Config, ConfigError, readConfig } from '#platform/config.ts'
import { FolderError } from '#platform/configured-folder.ts'
import { ContentError } from '#platform/content-files.ts'
import { DatabaseStartError } from '#platform/database/start-error.ts'
import { loadEnvFile } from '#platform/env-file.ts'
import { createLog } from '#platform/log.ts'
import { ListenError } from './listen.ts'
import type { ErrorReports } from './monitoring/error-reports.ts'
import type { PageBuild } from './plugins/pages.ts'
import { startSite } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Folder of the project, which contains all files. */
const root = resolve(import.meta.dirname, '../..')

/** Thrown when the site has not been built. */
class BuildError extends Error {}

try {
  const config = readConfig(loadEnvFile(root))
  const reports = config.SENTRY_DSN ? await startErrorReports(config) : undefined
  const log = createLog(config.LOG_LEVEL, process.stderr, reports?.report)
  if (reports) reportCrashes(log, reports)
  const pageBuild = await loadPages()
  const site = await startSite({
    config,
    root,
    log,
    clock: systemClock,
    pageBuild: () => pageBuild,
    clientDir: join(root, 'build/pages/client'),
    artworkDir: join(root, 'build/artwork'),
  })

  stopOnSignals({
    site,
    delaySeconds: config.SHUTDOWN_DELAY_SECONDS,
    ...(reports ? { onStopped: () => reports.flush() } : {}),
  })
} catch (error) {
  const expected = [BuildError, ConfigError, ContentError, DatabaseStartError, FolderError, ListenError].some(
    (kind) => error instanceof kind,
  )
  console.error(
    `\n  Swade could not start.\n\n${expected ? indent((error as Error).message) : String((error as Error).stack ?? error).replace(/\nparams:.*/g, '')}\n`,
  )
  process.exit(1)
}

/** Loads the packages for error reports, which a site without a DSN never loads. */
async function startErrorReports(config: Config): Promise<ErrorReports> {
  const { createErrorReports } = await import('./monitoring/error-reports.ts')
  return createErrorReports({ config })
}

/** Reports the error that ends the process before it does. */
function reportCrashes(log: Pick<ReturnType<typeof createLog>, 'fatal'>, reports: ErrorReports): void {
  process.once('uncaughtException', (err) => {
    log.fatal({ err }, 'process crashed')
    void reports.flush().finally(() => process.exit(1))
  })
}

async function loadPages(): Promise<PageBuild> {
  const path = join(root, 'build/pages/server/index.js')
  if (!existsSync(path)) throw new BuildError('The pages are not built yet. Run npm run build.')
  return (await import(pathToFileURL(path).href)) as PageBuild
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}

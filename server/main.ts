import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { systemClock } from '#platform/clock.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { ContentError } from '#platform/content-files.ts'
import { DatabaseStartError } from '#platform/database/start-error.ts'
import { createLog } from '#platform/log.ts'
import type { PageBuild } from './plugins/pages.ts'
import { startSite } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Folder of the project, which contains all files. */
const root = resolve(import.meta.dirname, '../..')

try {
  const config = readConfig(process.env)
  const pageBuild = await loadPages()
  const site = await startSite({
    config,
    root,
    log: createLog(config.LOG_LEVEL),
    clock: systemClock,
    pageBuild: () => pageBuild,
    clientDir: join(root, 'build/pages/client'),
  })

  stopOnSignals({ site, delaySeconds: config.SHUTDOWN_DELAY_SECONDS })
} catch (error) {
  const expected =
    [ConfigError, ContentError, DatabaseStartError].some((kind) => error instanceof kind) ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(
    `\n  Swade could not start.\n\n${expected ? indent((error as Error).message) : String((error as Error).stack ?? error).replace(/\nparams:.*/g, '')}\n`,
  )
  process.exit(1)
}

async function loadPages(): Promise<PageBuild> {
  const path = join(root, 'build/pages/server/index.js')
  if (!existsSync(path)) throw new ConfigError(['build: the pages are not built yet; run npm run build'])
  return (await import(pathToFileURL(path).href)) as PageBuild
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { systemClock } from '#platform/clock.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { ContentError } from '#platform/content-files.ts'
import { DatabaseStartError } from '#platform/database/start-error.ts'
import { loadEnvFile } from '#platform/env-file.ts'
import { createLog } from '#platform/log.ts'
import type { PageBuild } from './plugins/pages.ts'
import { startSite } from './start.ts'

/** Folder of the project, which contains all files. */
const root = resolve(import.meta.dirname, '../..')

try {
  const config = readConfig(loadEnvFile(root))
  const pageBuild = await loadPages()
  const site = await startSite({
    config,
    root,
    log: createLog(config.LOG_LEVEL),
    clock: systemClock,
    pageBuild: () => pageBuild,
    clientDir: join(root, 'build/pages/client'),
  })

  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      // The process exits within ten seconds, whatever hangs.
      setTimeout(() => process.exit(1), 10_000).unref()
      site.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
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

import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import { loadEnvFile } from '#platform/env-file.ts'
import { createLog } from '#platform/log.ts'
import type { PageBuild } from './plugins/pages.ts'
import { startSite } from './start.ts'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Starts the site with live reloading: Vite's middleware serves browser files, and no page is cached. */
export async function startDevelopment({
  root,
  middleware,
  loadPages,
}: {
  root: string
  middleware: Middleware
  loadPages: () => Promise<PageBuild>
}) {
  const config = readConfig(loadEnvFile(root))
  const site = await startSite({
    config,
    root,
    log: createLog(config.LOG_LEVEL),
    clock: systemClock,
    pageBuild: loadPages,
    clientDir: undefined,
    isDevelopment: true,
    middleware,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void site.close().finally(() => process.exit(0)))
}

import type { TestProject } from 'vitest/node'
import { prepareDataFolder } from './prepared-folder.ts'
import { startSite } from './site.ts'

/** Site of one worker, running on a copy of the prepared folder. */
export type SharedSite = { origin: string; dataDir: string }

declare module 'vitest' {
  export interface ProvidedContext {
    sharedSites: SharedSite[]
  }
}

/**
 * Starts the shared sites of a stage on copies of the prepared folder. They trust `X-Forwarded-For`, so that every
 * visitor has its own IP address and rate limits.
 *
 * @returns A function that stops them.
 */
export async function startSharedSites(project: TestProject): Promise<() => Promise<void>> {
  process.env['PREPARED_DATA_DIR'] = await prepareDataFolder()
  const stops: (() => Promise<void>)[] = []
  const stop = async () => void (await Promise.all(stops.map((one) => one())))
  const start = async (): Promise<SharedSite> => {
    const site = await startSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    stops.push(site.stop)
    return { origin: site.origin, dataDir: site.dataDir }
  }
  // The project setting differs from the root setting.
  const count = Number(project.config.maxWorkers)
  // Wait for all, so that started sites are stopped when another one failed.
  const starts = await Promise.allSettled(Array.from({ length: count }, start))
  const fault = starts.find((one) => one.status === 'rejected')
  if (fault) {
    await stop()
    throw fault.reason
  }
  project.provide(
    'sharedSites',
    starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  )
  return stop
}

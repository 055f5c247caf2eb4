import { availableParallelism } from 'node:os'
import type { TestProject } from 'vitest/node'
import { startSharedSites } from '../support/shared-sites.ts'

/** Vitest global setup of the end-to-end stage: a site and a browser for each worker. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  const count = Math.min(Number(project.vitest.config.maxWorkers) || Infinity, availableParallelism())
  return startSharedSites(project, { count, withBrowser: true })
}

import type { TestProject } from 'vitest/node'
import { startSharedSites } from '../support/shared-sites.ts'

/** Vitest global setup of the end-to-end stage: a site for each worker. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return startSharedSites(project)
}

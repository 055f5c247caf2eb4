import type { TestProject } from 'vitest/node'
import { startSharedSites } from '../support/shared-sites.ts'

/** Vitest global setup of the system stage: one site for each worker, for tests that only ask over HTTP. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return startSharedSites(project, { withBrowser: false })
}

import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildTestSite, type TestSite } from './test-site.ts'

/**
 * Creates a site with a controlled clock and a log of external requests, both reset for each test.
 *
 * @param startsAt Start time as ISO 8601.
 */
export function openTimedSite(startsAt = '2026-11-21T12:00:00Z') {
  const world = { now: new Date(startsAt), requests: [] as string[] }
  let site: TestSite
  beforeAll(async () => {
    site = await buildTestSite()
  })
  afterAll(() => site?.close())
  beforeEach(() => {
    world.now = new Date(startsAt)
    world.requests = []
  })
  return {
    site: () => site,
    /** Oldest first. */
    requests: () => world.requests,
    note: (address: string) => void world.requests.push(address),
    later: (minutes: number) => void (world.now = new Date(world.now.getTime() + minutes * 60_000)),
    clock: { now: () => world.now },
    log: { warn: () => undefined },
  }
}

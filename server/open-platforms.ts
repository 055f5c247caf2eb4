import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { PlatformsService } from '#features/platforms/contract.ts'
import { lookAtSite } from '#features/platforms/server/frame-check/look-at-site.ts'
import { createSiteChecks } from '#features/platforms/server/frame-check/site-checks.ts'

/** The ecosystem with what is known of its own addresses. */
export type Platforms = {
  service: PlatformsService
  /** Asks once what is due, without waiting for its turn. */
  askNow(): Promise<void>
  start(options: { asks: boolean }): void
  stop(): Promise<void>
}

type Parts = {
  config: Config
  platforms: PlatformsService
  database: Database
  clock: Clock
  log: { warn(details: object, message: string): void }
  onCatalogueChange: (listener: () => void) => void
  /** Told when pages that show platforms are out of date. */
  onChange: () => void
}

export function openPlatforms({ config, platforms, database, clock, log, onCatalogueChange, onChange }: Parts): Platforms {
  const checks = createSiteChecks({
    db: database.db,
    clock,
    log,
    urls: () => platforms.list().flatMap(({ url }) => url || []),
    look: (url) => lookAtSite(url, { origin: config.origin, localHosts: config.PLATFORM_LOCAL_SITES }),
    onChange,
  })
  onCatalogueChange(checks.notice)
  return {
    service: {
      ...platforms,
      cards: () => platforms.cards().map((card) => (card.url ? { ...card, site: checks.find(card.url) } : card)),
      frameOrigins: () => platforms.list().flatMap(({ url }) => (url ? (checks.find(url).frame?.origins ?? []) : [])),
    },
    askNow: checks.now,
    start: checks.start,
    stop: checks.stop,
  }
}

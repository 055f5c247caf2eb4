import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import type { MarketService } from '#features/market/contract.ts'
import type { FastifyPluginAsync } from 'fastify'
import { makeBackup } from '#platform/backup/make-backup.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { askLink } from '#platform/outside/ask-link.ts'
import { measureFreeSpace } from '#platform/storage/free-space.ts'
import type { DeskLog, HealthService, InboxService, NeedSource, OwnerService, SettingsService } from '#features/owner/contract.ts'
import { backupRoutes } from '#features/owner/server/backup-routes.ts'
import { createOwnerGate } from '#features/owner/server/gate/gate.ts'
import { gateRoutes } from '#features/owner/server/gate/routes.ts'
import { createHealth } from '#features/owner/server/health/health.ts'
import { healthQuestions } from '#features/owner/server/health/questions.ts'
import { createDeskLog } from '#features/owner/server/log/desk-log.ts'
import { createLinkChecks } from '#features/owner/server/links/link-checks.ts'
import { createLinkNeeds } from '#features/owner/server/links/link-needs.ts'
import { createInbox } from '#features/owner/server/needs/inbox.ts'
import { createHeldMailNeeds } from '#features/owner/server/needs/held-mail-needs.ts'
import { createMailNeeds } from '#features/owner/server/needs/mail-needs.ts'
import { createSettings } from '#features/owner/server/settings/settings.ts'
import { createStorageNeeds } from '#features/owner/server/needs/storage-needs.ts'
import type { Checkout } from './open-checkout.ts'
import type { Newsletter } from './open-newsletter.ts'
import type { Prices } from './open-prices.ts'
import type { Radio } from './open-radio.ts'
import type { BookReader } from './open-reader.ts'
import type { Submissions } from './open-submissions.ts'
import type { Voice } from './open-voice.ts'
import type { PageCache } from './page-cache.ts'
import { siteLinks } from './site-links.ts'

/** The owner's desk: its gate, its log, what waits there. */
export type Desk = {
  owner: OwnerService
  deskLog: DeskLog
  inbox: InboxService
  settings: SettingsService
  health: HealthService
  /** The gate's calls, and the backup. */
  routes: FastifyPluginAsync
  /** Looks once a day whether the links of the site lead anywhere. */
  start(): void
  stop(): Promise<void>
}

type Parts = {
  /** With the owner's values over it. */
  config: Config
  /** As the environment says. */
  configured: Config
  edits: ContentEdits
  /** Where the data lies, absolute. */
  dataDir: string
  contentDir: string
  catalogue: { editable: readonly EditableKind[]; market: MarketService }
  database: Database
  outbox: Outbox
  clock: Clock
  log: { warn(details: object, message: string): void }
  checkout: Pick<Checkout, 'needs'>
  cache: PageCache
  submissions: Pick<Submissions, 'needs'>
  newsletter: Pick<Newsletter, 'needs'>
  radio: Pick<Radio, 'service' | 'needs'>
  reader: Pick<BookReader, 'needs'>
  prices: Pick<Prices, 'needs' | 'health'>
  voice: Pick<Voice, 'health'>
}

export function openDesk(parts: Parts): Desk {
  const { config, configured, edits, dataDir, contentDir, catalogue, database, outbox, clock, log } = parts
  const { checkout, submissions, newsletter, radio, reader, prices, voice, cache } = parts
  const { db } = database
  const measure = () => measureFreeSpace(dataDir)
  const deskLog = createDeskLog({ db, clock })
  const owner = createOwnerGate({
    database,
    outbox,
    clock,
    deskLog,
    origin: config.origin,
    ownerEmail: config.OWNER_EMAIL,
    contactEmail: () => config.SUPPORT_EMAIL,
    postalAddress: () => config.POSTAL_ADDRESS,
  })
  const links = () => siteLinks({ config, ...catalogue })
  const linkChecks = createLinkChecks({ db, clock, log, links, ask: askLink })
  // What waits for the owner, a line a room.
  const sources: NeedSource[] = [
    checkout.needs,
    submissions.needs,
    newsletter.needs,
    ...radio.needs,
    reader.needs,
    prices.needs,
    createMailNeeds({ db, outbox, clock }),
    createHeldMailNeeds({ db, outbox, clock }),
    createStorageNeeds({ measure, clock }),
    createLinkNeeds({ db, links, checks: linkChecks }),
  ]
  const onAir = () => radio.service.nowPlaying().now_playing?.song.title
  return {
    owner,
    deskLog,
    inbox: createInbox({ db, clock, deskLog, sources, log }),
    settings: createSettings({ config: configured, edits, deskLog }),
    health: createHealth([
      ...healthQuestions({ config, database, measure, onAir, keptPages: () => cache.measure() }),
      prices.health,
      voice.health,
    ]),
    async routes(app) {
      await app.register(gateRoutes({ owner }))
      const make = () => makeBackup({ database, dataDir, contentDir, now: clock.now() })
      await app.register(backupRoutes({ makeBackup: make, deskLog, clock }))
    },
    start: linkChecks.start,
    stop: linkChecks.stop,
  }
}

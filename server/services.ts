import type { Config } from '#platform/config.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import type { Services } from '#shared/services.ts'
import { loadArtists } from '#features/artists/server/catalogue.ts'
import { loadBooks } from '#features/books/server/catalogue.ts'
import { loadJourney } from '#features/journey/server/story.ts'
import { loadCollections } from '#features/market/server/collections.ts'
import { createNewsletter } from '#features/newsletter/server/newsletter.ts'
import { createLocalOutbox } from '#features/owner/server/outbox.ts'
import { loadPlatforms } from '#features/platforms/server/catalogue.ts'
import { loadTokens } from '#features/tokens/server/catalogue.ts'

/** The catalogue rooms: everything that is read from `content/` at the start. */
export function loadCatalogue(contentDir: string, config: Config) {
  const artists = loadArtists(contentDir)
  const platforms = loadPlatforms(contentDir)
  return {
    artists,
    platforms,
    books: loadBooks(contentDir),
    journey: loadJourney(contentDir, (id) => platforms.find(id) !== undefined),
    market: loadCollections(contentDir, (slug) => artists.find(slug) !== undefined),
    tokens: loadTokens(contentDir, {
      SWDZ: { mint: config.SWDZ_MINT, buyUrl: config.SWDZ_BUY_URL },
      SWDX: { mint: config.SWDX_MINT, buyUrl: config.SWDX_BUY_URL },
    }),
  }
}

/** Everything page loaders can ask for: one line a room. */
export function createServices(parts: {
  config: Config
  catalogue: ReturnType<typeof loadCatalogue>
  database: Database
  outbox: Outbox
  clock: Clock
}): Services {
  const { config, catalogue, database, outbox, clock } = parts
  return {
    ...catalogue,
    site: {
      origin: config.origin,
      supportEmail: config.SUPPORT_EMAIL,
      spatialRoomUrl: config.SPATIAL_ROOM_URL,
      isProduction: config.isProduction,
    },
    newsletter: createNewsletter({
      db: database.db,
      outbox,
      clock,
      perClient: createRateLimit({ pool: database.pool, name: 'sign-up', points: 20, durationSeconds: 600 }),
      origin: config.origin,
      postalAddress: config.POSTAL_ADDRESS,
      doubleOptIn: config.NEWSLETTER_DOUBLE_OPT_IN,
    }),
    outbox: config.isProduction ? undefined : createLocalOutbox(database.db),
  }
}

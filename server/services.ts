import type { Config } from '#platform/config.ts'
import type { Clock } from '#platform/clock.ts'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Services } from '#shared/services.ts'
import { loadArtists } from '#features/artists/server/catalogue.ts'
import { loadBooks } from '#features/books/server/catalogue.ts'
import { loadJourney } from '#features/journey/server/story.ts'
import { loadLegal } from '#features/legal/server/documents.ts'
import { loadCollections } from '#features/market/server/collections.ts'
import { createContentDesk } from '#features/owner/server/content/content-desk.ts'
import { createLocalOutbox } from '#features/owner/server/outbox.ts'
import { loadPlatforms } from '#features/platforms/server/catalogue.ts'
import type { RadioService, StationDeskService } from '#features/radio/contract.ts'
import { loadTokens } from '#features/tokens/server/catalogue.ts'
import { loadVenue } from '#features/venue/server/venue.ts'
import { openBooksDesk } from './open-books-desk.ts'
import type { Checkout } from './open-checkout.ts'
import type { Newsletter } from './open-newsletter.ts'
import type { Platforms } from './open-platforms.ts'
import type { Submissions } from './open-submissions.ts'
import type { Desk } from './open-desk.ts'
import type { BookReader } from './open-reader.ts'
import type { Voice } from './open-voice.ts'

/** The catalogue rooms: everything that is read from `content/` at the start, with the owner's edits over it from then on. */
export function loadCatalogue(contentDir: string, config: Config, edits: ContentEdits) {
  const artists = loadArtists(contentDir, edits)
  const platforms = loadPlatforms(contentDir, edits)
  const platformIds = () => platforms.service.list().map(({ id }) => id)
  const collections = loadCollections(contentDir, (slug) => artists.service.find(slug) !== undefined, edits)
  const journey = loadJourney(contentDir, platformIds, edits)
  const legal = loadLegal(
    contentDir,
    {
      get supportEmail() {
        return config.SUPPORT_EMAIL
      },
      get postalAddress() {
        return config.POSTAL_ADDRESS
      },
      origin: config.origin,
    },
    edits,
  )
  const tokens = loadTokens(
    contentDir,
    {
      get SWDZ() {
        return { mint: config.SWDZ_MINT, buyUrl: config.SWDZ_BUY_URL }
      },
      get SWDX() {
        return { mint: config.SWDX_MINT, buyUrl: config.SWDX_BUY_URL }
      },
    },
    edits,
  )
  const venue = loadVenue(
    contentDir,
    {
      get roomUrl() {
        return config.SPATIAL_ROOM_URL
      },
      origin: config.origin,
    },
    edits,
  )
  return {
    artists: artists.service,
    platforms: platforms.service,
    books: loadBooks(contentDir, edits),
    journey: journey.service,
    legal: legal.service,
    market: collections.service,
    collectionDesk: collections.desk,
    tokens: tokens.service,
    venue: venue.service,
    /** What the desk's Content tab edits, in its order. */
    editable: [artists, platforms, journey, venue, tokens, legal].flatMap((room) => room.editable),
  }
}

/** Everything page loaders can ask for: one line a room. */
export function createServices(parts: {
  config: Config
  catalogue: ReturnType<typeof loadCatalogue>
  edits: ContentEdits
  storage: Storage
  readRecording: ReadRecording
  database: Database
  clock: Clock
  platforms: Pick<Platforms, 'service'>
  radio: { service: RadioService; desk: StationDeskService }
  checkout: Pick<Checkout, 'service' | 'desk' | 'testCheckout'>
  reader: Pick<BookReader, 'service' | 'prepare' | 'editions' | 'pages' | 'noticeBooks'>
  submissions: Pick<Submissions, 'service' | 'desk'>
  newsletter: Pick<Newsletter, 'service' | 'preferences' | 'archive' | 'schedule'>
  voice: Pick<Voice, 'service'>
  desk: Desk
}): Services {
  const {
    config,
    catalogue,
    edits,
    storage,
    readRecording,
    database,
    clock,
    platforms,
    radio,
    checkout,
    reader,
    submissions,
    newsletter,
    voice,
    desk,
  } = parts
  const { editable, ...rooms } = catalogue
  return {
    ...rooms,
    platforms: platforms.service,
    site: {
      origin: config.origin,
      get supportEmail() {
        return config.SUPPORT_EMAIL
      },
      get spatialRoomUrl() {
        return config.SPATIAL_ROOM_URL
      },
      isProduction: config.isProduction,
    },
    newsletter: newsletter.service,
    letterPreferences: newsletter.preferences,
    letterSchedule: newsletter.schedule,
    letterArchive: newsletter.archive,
    reader: reader.service,
    radio: radio.service,
    voice: voice.service,
    stationDesk: config.isProduction ? undefined : radio.desk,
    checkout: checkout.service,
    orderDesk: checkout.desk,
    testCheckout: checkout.testCheckout,
    submissions: submissions.service,
    submissionDesk: submissions.desk,
    owner: desk.owner,
    deskLog: desk.deskLog,
    inbox: desk.inbox,
    settings: desk.settings,
    health: desk.health,
    booksDesk: openBooksDesk({
      books: catalogue.books,
      edits,
      reader,
      readRecording,
      storage,
      deskLog: desk.deskLog,
      clock,
      dataDir: config.DATA_DIR,
    }),
    contentDesk: createContentDesk({ edits, kinds: editable, storage, deskLog: desk.deskLog }),
    outbox: config.isProduction ? undefined : createLocalOutbox(database.db),
  }
}

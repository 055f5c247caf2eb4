import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { fetchPicture } from '#platform/outside/fetch-picture.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { createPosters } from '#features/artists/server/posters/posters.ts'
import { type ArtistsService, youtubePosters } from '#features/artists/contract.ts'

type Parts = {
  config: Config
  artists: ArtistsService
  database: Database
  storage: Storage
  clock: Clock
  log: { warn(details: object, message: string): void }
  onCatalogueChange: (listener: () => void) => void
}

/** Brings the posters of films on YouTube here. */
export function openPosters({ config, artists, database, storage, clock, log, onCatalogueChange }: Parts) {
  const base = config.YOUTUBE_POSTER_BASE_URL ?? youtubePosters
  const posters = createPosters({
    db: database.db,
    storage,
    clock,
    log,
    ids: () => artists.list().flatMap(({ slug }) => artists.find(slug)?.videos.flatMap(({ youtubeId }) => youtubeId ?? []) ?? []),
    // A stand-in for YouTube lies where the configuration says, also inside the network.
    fetch: (address) =>
      fetchPicture(address, { timeoutMs: 4_000, ...(config.YOUTUBE_POSTER_BASE_URL ? { localHosts: [new URL(base).host] } : {}) }),
    base: base.replace(/\/$/, ''),
  })
  onCatalogueChange(posters.notice)
  return posters
}

import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { ArtistsService } from '#features/artists/contract.ts'
import type { NeedSource } from '#features/owner/contract.ts'
import type { RadioService, StationDeskService, TrackLibrary } from '#features/radio/contract.ts'
import { createByHandNeeds } from '#features/radio/server/azuracast/media/by-hand-needs.ts'
import { isTrack, noteOutsidePlays } from '#features/radio/server/azuracast/media/outside-plays.ts'
import { openStationMedia } from '#features/radio/server/azuracast/media/station-media.ts'
import { createUploadNeeds } from '#features/radio/server/azuracast/media/upload-needs.ts'
import { createTrackUploads } from '#features/radio/server/azuracast/media/upload-tracks.ts'
import { openOutsideStation } from '#features/radio/server/azuracast/outside-station.ts'
import { createStation, type Station } from '#features/radio/server/station.ts'
import { createStationDesk } from '#features/radio/server/station-desk.ts'
import { createStationTracks } from '#features/radio/server/tracks/track-library.ts'
import type { Tx } from '#features/radio/server/tracks/queries.ts'
import { recordingOfTrack, stationLibrary, trackOfFigure } from './station-library.ts'

/** The radio of the site: the built-in station, or the owner's AzuraCast and no station here. */
export type Radio = {
  service: RadioService
  desk: StationDeskService
  station: Station | undefined
  /** What other rooms bring to the station. */
  tracks: TrackLibrary<Tx>
  /** Where the file of a track lies that is in the rotation. */
  trackFile(id: string): string | undefined
  /** Whether a figure of this name is that of a track the station plays, or played lately. */
  isTrackFigure(slug: string): boolean
  /** What of it waits for the owner. */
  needs: NeedSource[]
  /** Puts the built-in station on the air. */
  start(): void
  stop(): Promise<void>
}

type Log = Record<'info' | 'warn' | 'debug', (details: object, message: string) => void>

/** The desk's page of a track; see `trackIdOf` of the submissions room. */
const hrefOfTrack = (trackId: string) => `/admin/submissions/${trackId.replace(/^submission:/, '')}`

export function openRadio({
  config,
  artists,
  onCatalogueChange,
  contentDir,
  database: { db },
  storage,
  clock,
  log,
}: {
  config: Config
  artists: ArtistsService
  /** Tells when `artists` may say something else than before. */
  onCatalogueChange: (listener: () => void) => void
  contentDir: string
  database: Database
  storage: Storage
  clock: Clock
  log: Log
}): Radio {
  const {
    AZURACAST_URL: url,
    AZURACAST_STATION: name,
    AZURACAST_API_KEY: apiKey,
    AZURACAST_PLAYLIST: playlist,
    ROLE: role,
    origin,
  } = config
  const catalogue = () => stationLibrary(artists, contentDir, storage)
  const toRecording = recordingOfTrack(storage)
  const findArtistUrl = (artist: string) => {
    const card = artists.list().find((one) => one.name.toLowerCase() === artist.toLowerCase())
    return card ? `/artist/${card.slug}` : null
  }
  if (url && name) {
    const outside = openOutsideStation({ url, station: name, origin, log, clock, findArtistUrl })
    const about = () => ({ address: new URL(url).host, name, fault: outside.fault() })
    const desk = createStationDesk({ db, radio: outside, process: undefined, outside: about })
    const ending = new AbortController()
    const tracks = createStationTracks({
      db,
      catalogue: () => [],
      toRecording,
      kind: apiKey ? 'upload' : 'by-hand',
      isOnOutside: (track) => isTrack(outside.nowPlaying().now_playing?.song ?? { title: '', artist: '' }, track),
      log,
    })
    const media = apiKey ? openStationMedia({ url, station: name, apiKey, playlist, signal: ending.signal }) : undefined
    const uploads = media && createTrackUploads({ db, media, pathOf: (key) => storage.localPath(key), log })
    const onFault = (err: unknown) => log.warn({ err }, 'plays of the outside station could not be noted')
    outside.subscribe(
      (now) => void noteOutsidePlays(db, now, tracks.list(), { noteFirst: tracks.noteFirst, isByHand: !apiKey }).catch(onFault),
    )
    return {
      service: outside,
      desk,
      station: undefined,
      tracks: tracks.library,
      trackFile: () => undefined,
      // An outside station shows pictures of its own.
      isTrackFigure: () => false,
      needs: [
        apiKey ? createUploadNeeds({ db, library: tracks.library, hrefOf: hrefOfTrack }) : createByHandNeeds({ db, hrefOf: hrefOfTrack }),
      ],
      start() {
        tracks.start()
        if (role === 'all' || role === 'worker') uploads?.start()
      },
      async stop() {
        outside.stop()
        ending.abort()
        await Promise.all([tracks.stop(), uploads?.stop()])
      },
    }
  }
  const tracks = createStationTracks({ db, catalogue, toRecording, kind: 'built-in', log })
  onCatalogueChange(() => tracks.catalogueChanged())
  const mayLead = role === 'all' || role === 'station'
  const station = createStation({ db, library: tracks.rotation, mayLead, origin, clock, log })
  const { service, process } = station
  return {
    service,
    desk: createStationDesk({ db, radio: service, process, outside: () => undefined }),
    station,
    tracks: tracks.library,
    trackFile(id) {
      const track = tracks.find(id)
      return track && storage.localPath(track.storageKey)
    },
    isTrackFigure: (slug) => tracks.has(trackOfFigure(slug)),
    needs: [],
    start() {
      tracks.start()
      if (role !== 'worker') void station.start()
    },
    async stop() {
      await Promise.all([station.stop(), tracks.stop()])
    },
  }
}

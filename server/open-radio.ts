import { join, sep } from 'node:path'
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
import { createSoundNeeds } from '#features/radio/server/sounds/sound-needs.ts'
import { createSoundPreparation, type SoundPreparation } from '#features/radio/server/sounds/sound-preparation.ts'
import { createSourceNames } from '#features/radio/server/sounds/source-names.ts'
import { createStationSounds } from '#features/radio/server/sounds/station-sounds.ts'
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
  /** Makes the sounds recordings go on the air with; undefined where an outside station does. */
  sounds: Pick<SoundPreparation, 'now' | 'tidyNow'> | undefined
  /** Where the sound of a recording lies that is on the air. */
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

/** The desk's page of a track, or of an artist's own recording; see `trackIdOf` of the submissions room. */
const hrefOfTrack = (id: string) =>
  id.startsWith('track:') ? `/admin/content/artist/${id.slice('track:'.length)}` : `/admin/submissions/${id.replace(/^submission:/, '')}`

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
      sounds: undefined,
      trackFile: () => undefined,
      // An outside station shows pictures of its own.
      isTrackFigure: () => false,
      needs: [
        apiKey ? createUploadNeeds({ db, library: tracks.library, hrefOf: hrefOfTrack }) : createByHandNeeds({ db, hrefOf: hrefOfTrack }),
      ],
      start() {
        void tracks.start()
        if (role === 'all' || role === 'worker') uploads?.start()
      },
      async stop() {
        outside.stop()
        ending.abort()
        await Promise.all([tracks.stop(), uploads?.stop()])
      },
    }
  }
  const nameSource = createSourceNames()
  const ownFolder = join(contentDir, sep)
  const sounds = createStationSounds({ db, storage, catalogue, nameSource, isTrusted: (file) => file.startsWith(ownFolder) })
  const tracks = createStationTracks({ db, catalogue, toRecording, sounds, kind: 'built-in', log })
  const preparation = createSoundPreparation({ db, storage, catalogue, nameSource, onDone: () => tracks.library.refresh(), log })
  onCatalogueChange(() => tracks.catalogueChanged())
  const mayLead = role === 'all' || role === 'station'
  const station = createStation({ db, library: tracks.rotation, mayLead, origin, clock, log })
  const { service, process } = station
  let isStopped = false
  return {
    service,
    desk: createStationDesk({ db, radio: service, process, outside: () => undefined }),
    station,
    tracks: {
      ...tracks.library,
      refresh() {
        preparation.wake()
        return tracks.library.refresh()
      },
    },
    sounds: preparation,
    trackFile: (id) => tracks.rotation.recordings().find((recording) => recording.id === id)?.file,
    isTrackFigure: (slug) => tracks.has(trackOfFigure(slug)),
    needs: [createSoundNeeds({ db, library: tracks.library, hrefOf: hrefOfTrack })],
    start() {
      // What may play has to be known first.
      void tracks.start().then(async () => {
        if (role !== 'worker' && !isStopped) await station.start()
        // It takes its time, and to be heard comes first.
        if ((role === 'all' || role === 'worker') && !isStopped) preparation.start()
      })
    },
    async stop() {
      isStopped = true
      await Promise.all([station.stop(), tracks.stop(), preparation.stop()])
    },
  }
}

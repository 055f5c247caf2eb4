import { join, sep } from 'node:path'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import type { Job } from '#platform/jobs/job.ts'
import { formatLongDate } from '#shared/long-date.ts'
import type { SiteRecord } from '#features/issues/contract.ts'
import { stationPagePath, streamEndpoint, type TrackLibrary } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { createManualActionItems } from './server/azuracast/media/manual-action-items.ts'
import { isTrack, saveExternalPlays } from './server/azuracast/media/external-plays.ts'
import { createStationMedia } from './server/azuracast/media/station-media.ts'
import { createUploadActionItems } from './server/azuracast/media/upload-action-items.ts'
import { createTrackUploads } from './server/azuracast/media/upload-tracks.ts'
import { createExternalStation, externalOrigins } from './server/azuracast/external-station.ts'
import { nowPlayingRoutes } from './server/now-playing-routes.ts'
import { playlistRoutes } from './server/playlist-routes.ts'
import { radioRoutes } from './server/routes.ts'
import { createSoundActionItems } from './server/sounds/sound-action-items.ts'
import { createSoundPreparation } from './server/sounds/sound-preparation.ts'
import { createSourceHasher } from './server/sounds/source-hashes.ts'
import { createStationSounds } from './server/sounds/station-sounds.ts'
import { createStationAdmin } from './server/station-admin.ts'
import { createStation } from './server/station.ts'
import type { Tx } from './server/queries.ts'
import { listCovers } from './server/tracks/queries.ts'
import { directionOfTrackFigure, recordingOfTrack, trackOfFigure } from './server/tracks/track-figure.ts'
import { createStationTracks } from './server/tracks/track-library.ts'
import { trackRoutes } from './server/tracks/track-routes.ts'
import { iconAddress, readLogo, stationNameOf } from '#shared/site-identity.ts'

declare module '#shared/services.ts' {
  interface Services {
    /** Tracks that other features add to the station. */
    stationTracks: TrackLibrary<Tx>
  }
}

type Deps = FeatureDeps<'artists'>

/** Maximum number of recordings in one newsletter issue. */
const maxAirplay = 5

/** The radio feature: the built-in station, or the owner's AzuraCast station. */
export const radio = defineFeature({
  name: 'radio',
  messages: { en, es },
  create(deps: Deps) {
    const { config, storage, analyseRecording, features } = deps
    const { service, admin, station, tracks, trackFile, ...contributions } = config.AZURACAST_URL
      ? createExternalRadio(deps)
      : createBuiltInRadio(deps)
    // Headers are Latin-1, and directories expect English.
    const facts = () => ({
      name: service.nowPlaying().station.name || stationNameOf(config.SITE_NAME),
      description: 'AI music around the clock: artists from our roster and tracks by independent musicians.',
      genre: 'ai music,electronic,hip hop',
      homepage: config.origin + stationPagePath,
      logo: config.origin + iconAddress(readLogo(config.SITE_LOGO), 512),
      isListed: config.isProduction,
    })
    return {
      artworkPlaces: [{ slug: 'radio', name: 'Radio', path: '/radio' }],
      ...contributions,
      services: {
        radio: service,
        stationAdmin: config.isProduction ? undefined : admin,
        stationTracks: tracks,
        sitePlayers: () => deps.collect('sitePlayers')[0],
      },
      async routes(app) {
        await app.register(radioRoutes({ station, radio: service, origin: config.origin, facts }))
        await app.register(playlistRoutes({ radio: service, facts }))
        await app.register(nowPlayingRoutes({ radio: service }))
        await app.register(trackRoutes({ fileOf: trackFile, storage, analyseRecording }))
      },
      stationPaths: [streamEndpoint.path],
      imageTexts: (since) => listCovers(deps.db, since),
      newsletterRecords: {
        max: maxAirplay,
        async list(since: Date) {
          const airplay = await tracks.airplaySince(since, maxAirplay)
          return airplay.map(({ title, artist, plays, peakListeners, firstPlayedAt, lastPlayedAt }): SiteRecord => {
            const day = formatLongDate(firstPlayedAt)
            const times =
              plays === 1 ? 'was played once' : `has been played ${plays === 2 ? 'twice' : `${plays} times`}`
            const heard = peakListeners > 1 ? ` Up to ${peakListeners} people listened at once.` : ''
            return {
              kind: 'airplay',
              title: `“${title}” by ${artist}`,
              facts: `“${title}” by ${artist} ${times} on ${stationNameOf(config.SITE_NAME)} ${plays === 1 ? 'on' : 'since'} ${day}.${heard}`,
              path: features.artists.pathOf(artist) ?? '/',
              at: lastPlayedAt,
            }
          })
        },
      },
    }
  },
})

/** Returns a finder for the admin page of a recording. */
const pageFinder =
  ({ collect }: Pick<Deps, 'collect'>) =>
  (trackId: string) =>
    collect('trackAdminPage').flatMap((find) => find(trackId) ?? [])[0] ?? '/admin/inbox'

function createBuiltInRadio({
  db,
  storage,
  jobs,
  changes,
  edits,
  clock,
  log,
  config,
  contentDir,
  runs,
  collect,
}: Deps) {
  const catalogue = () => collect('stationRecordings').flatMap((list) => list())
  const hashSource = createSourceHasher(storage)
  const ownFolder = join(contentDir, sep)
  const sounds = createStationSounds({
    db,
    storage,
    catalogue,
    hashSource,
    isTrusted: (file) => file.startsWith(ownFolder),
  })
  const tracks = createStationTracks({
    db,
    changes,
    catalogue,
    toRecording: recordingOfTrack,
    sounds,
    kind: 'built-in',
    log,
  })
  const preparation = createSoundPreparation({
    db,
    storage,
    catalogue,
    hashSource,
    niceness: config.BACKGROUND_NICENESS,
    onDone: () => tracks.library.refresh(),
    log,
  })
  const prepareSounds = 'radio.prepare-sounds'
  edits.onChange(() => {
    tracks.catalogueChanged()
    jobs.wake(prepareSounds)
  })
  const station = createStation({
    db,
    library: tracks.rotation,
    mayLead: runs('station'),
    origin: config.origin,
    stationName: () => stationNameOf(config.SITE_NAME),
    storage,
    clock,
    log,
  })
  const { service, process } = station
  // The playable recordings are loaded first, then the station starts, and then the conversions.
  let followed: Promise<unknown> | undefined
  let isStopped = false
  const follow = () => (followed ??= tracks.start())
  const onceFollowed = (start: () => unknown) => (followed = follow().then(() => (isStopped ? undefined : start())))
  const end = (stop: () => Promise<void>) => () => {
    isStopped = true
    return stop()
  }
  let unfollowPlan: (() => Promise<void>) | undefined
  const startStation = () => {
    unfollowPlan = changes.subscribe({ topics: ['radio_plays'], check: station.refresh })
    return station.start()
  }
  return {
    service,
    admin: createStationAdmin({ db, radio: service, process, external: () => undefined }),
    station,
    tracks: tracks.library,
    /** Conversion of recordings; undefined with an external station. */
    sounds: preparation,
    trackFile: (id: string) => tracks.rotation.recordings().find((recording) => recording.id === id)?.file,
    actionItems: createSoundActionItems({ db, library: tracks.library, hrefOf: pageFinder({ collect }) }),
    isFigure: (name: string) => tracks.has(trackOfFigure(name)),
    artDirection: (name: string) => (tracks.has(trackOfFigure(name)) ? directionOfTrackFigure(name) : undefined),
    measurements: async () => [
      {
        name: 'radio_listeners',
        help: 'Listeners that this process streams to.',
        samples: [{ value: station.transmitter.count() }],
      },
      {
        name: 'radio_on_air',
        help: '1 while this process has audio to stream, otherwise 0.',
        samples: [{ value: station.transmitter.isOnAir() ? 1 : 0 }],
      },
    ],
    jobs: [
      defineJob({ name: 'radio.follow-tracks', role: 'any', start: () => void follow(), stop: tracks.stop }),
      defineJob({
        name: 'radio.station',
        role: ['web', 'station'],
        start: () => void onceFollowed(startStation),
        stop: end(async () => {
          await unfollowPlan?.()
          await station.stop()
        }),
      }),
      defineJob({
        name: prepareSounds,
        title: 'Convert recordings for the station',
        role: 'worker',
        every: '5m',
        wakeOn: ['radio_tracks', 'radio_sounds'],
        nextInMs: preparation.nextInMs,
        async run(signal) {
          // Conversion takes long, so the station goes on air first.
          await follow()
          await preparation.now(signal)
        },
      }),
      defineJob({
        name: 'radio.delete-old-sounds',
        title: 'Delete unused converted recordings',
        role: 'worker',
        every: '1h',
        run: preparation.deleteUnusedNow,
      }),
    ],
  }
}

function createExternalRadio({ config, db, changes, storage, clock, log, collect, features }: Deps) {
  const {
    AZURACAST_URL: url = '',
    AZURACAST_STATION: name = '',
    AZURACAST_API_KEY: apiKey,
    AZURACAST_PLAYLIST: playlist,
    origin,
  } = config
  const findArtistUrl = (artist: string) => features.artists.pathOf(artist) ?? null
  const external = createExternalStation({
    url,
    station: name,
    origin,
    stationName: () => stationNameOf(config.SITE_NAME),
    log,
    clock,
    findArtistUrl,
  })
  const about = () => ({ address: new URL(url).host, name, fault: external.fault() })
  const ending = new AbortController()
  const tracks = createStationTracks({
    db,
    changes,
    catalogue: () => [],
    toRecording: recordingOfTrack,
    kind: apiKey ? 'upload' : 'manual',
    isOnExternal: (track) => isTrack(external.nowPlaying().now_playing?.song ?? { title: '', artist: '' }, track),
    log,
  })
  const media = apiKey ? createStationMedia({ url, station: name, apiKey, playlist, signal: ending.signal }) : undefined
  const uploads = media && createTrackUploads({ db, media, withFile: storage.withFile, log })
  const onFault = (err: unknown) => log.warn({ err }, 'plays of the external station could not be recorded')
  external.subscribe(
    (now) =>
      void saveExternalPlays(db, now, tracks.list(), { saveFirstPlay: tracks.saveFirstPlay, isManual: !apiKey }).catch(
        onFault,
      ),
  )
  const hrefOf = pageFinder({ collect })
  const uploadJobs: Job[] = uploads
    ? [
        defineJob({
          name: 'radio.upload-tracks',
          title: 'Upload accepted tracks to the station',
          role: 'worker',
          every: '30s',
          wakeOn: ['radio_tracks'],
          run: uploads.now,
        }),
      ]
    : []
  return {
    service: external,
    admin: createStationAdmin({ db, radio: external, process: undefined, external: about }),
    station: undefined,
    tracks: tracks.library,
    sounds: undefined,
    trackFile: () => undefined,
    // An external station has its own images.
    isFigure: () => false,
    externalOrigins: () => externalOrigins(url),
    actionItems: apiKey
      ? createUploadActionItems({ db, library: tracks.library, hrefOf })
      : createManualActionItems({ db, hrefOf }),
    jobs: [
      defineJob({
        name: 'radio.follow-tracks',
        role: 'any',
        start: () => void tracks.start(),
        async stop() {
          external.stop()
          ending.abort()
          await tracks.stop()
        },
      }),
      ...uploadJobs,
    ],
  }
}

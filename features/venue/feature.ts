import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { audioSource } from '#shared/audio-address.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import { iceHosts, iceServersAt } from '#platform/voice-chat-settings.ts'
import { artistMediaPath, trackLevelsPath } from '#features/artists/contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { hallSocketPath } from './hall/hall-rules.ts'
import { createHalls } from './server/hall/halls.ts'
import { defaultEntriesPerMinute, hallRoutes, type HallTuning } from './server/hall/hall-routes.ts'
import { type SetListTrack, stageAt } from './server/hall/stage-program.ts'
import { createRoomCheck } from './server/room-check.ts'
import { venueRoutes } from './server/routes.ts'
import { venueFigure } from './venue-addresses.ts'
import { loadVenue } from './server/venue.ts'
import { createReportItems, createReports, reportLimit, reportRetention } from './server/voice/reports.ts'
import { pollSchedule } from './server/poll-schedule.ts'

/**
 * The virtual venue and its schedule: a room on an external service, checked for embedding like the platforms, or our
 * own.
 */
export const venue = defineFeature({
  name: 'venue',
  messages: { en, es },
  create(deps: FeatureDeps<'checkSite' | 'artists'>, tuning: HallTuning = {}) {
    const {
      config,
      contentDir,
      edits,
      clock,
      pageCache,
      texts,
      features,
      changes,
      log,
      allServices,
      figureAddress,
      db,
    } = deps
    const { pool } = deps.database
    const facts = {
      get roomUrl() {
        return config.SPATIAL_ROOM_URL
      },
      origin: config.origin,
      get isVoiceOn() {
        return config.VOICE_CHAT === 'on'
      },
    }
    const { service, editable } = loadVenue(contentDir, facts, edits)
    const checkRoom = createRoomCheck({
      clock,
      async fetchCheck(address) {
        const { status, frame } = await features.checkSite(address)
        // A room that blocks automated checks may still open for visitors.
        return status === 'down' ? 'down' : status === 'up' && !frame ? 'refuses' : 'open'
      },
    })
    const findTrack = (slug: string): SetListTrack | undefined => {
      const artist = features.artists.find(slug)
      if (!artist?.featuredTrack) return undefined
      const { title, file, durationSeconds } = artist.featuredTrack
      return {
        title,
        artist: artist.name,
        figure: slug,
        // WebGL may not read images of other sites.
        art: artist.image.startsWith('/') ? artist.image : figureAddress({ slug, variant: 'square', width: 640 }),
        audio: audioSource(artistMediaPath(slug, file)),
        levels: trackLevelsPath(slug),
        durationSeconds,
      }
    }
    const halls = createHalls({
      clock,
      changes,
      log,
      readStage: () =>
        stageAt({
          nowMs: clock.now().getTime(),
          occurrences: service.occurrences(),
          station: allServices().radio.nowPlaying(),
          findTrack,
          origin: config.origin,
        }),
      subscribeToStage: (listener) => allServices().radio.subscribe(listener),
      voice: {
        terms: () => ({ isOn: facts.isVoiceOn, ...iceHosts(config.ICE_SERVERS) }),
        servers: () => iceServersAt(config.ICE_SERVERS, clock.now().getTime()),
        reports: createReports({ db, clock, limit: createRateLimit({ pool, ...reportLimit }) }),
      },
    })
    const { entriesPerMinute = defaultEntriesPerMinute } = tuning
    const entries = createRateLimit({ pool, name: 'venue-entries', points: entriesPerMinute, durationSeconds: 60 })
    const onChange = () => pageCache.clear()
    let stopPolling: (() => void) | undefined
    return {
      services: { venue: service },
      editable,
      socketPaths: [hallSocketPath],
      async routes(app) {
        await app.register(
          venueRoutes({ venue: service, checkRoom, origin: config.origin, siteName: () => config.SITE_NAME, texts }),
        )
        const isOpen = () => service.room() === undefined
        await app.register(hallRoutes({ halls, isOpen, entries, site: config, tuning }))
      },
      jobs: [
        defineJob({
          name: 'venue.poll-schedule',
          role: 'any',
          start: () => void (stopPolling = pollSchedule({ venue: service, clock, onChange })),
          stop: () => stopPolling?.(),
        }),
      ],
      actionItems: createReportItems({ db, clock }),
      retention: [reportRetention],
      isFigure: (name) => name === venueFigure,
      artworkPlaces: [{ slug: venueFigure, name: 'Virtual venue', path: '/#virtual-world' }],
      externalOrigins() {
        const room = config.SPATIAL_ROOM_URL ? [new URL(config.SPATIAL_ROOM_URL).origin] : []
        return { frames: room, microphone: room, camera: room }
      },
    }
  },
})

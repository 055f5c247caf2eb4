import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { createRoomCheck } from './server/room-check.ts'
import { venueRoutes } from './server/routes.ts'
import { loadVenue } from './server/venue.ts'
import { pollSchedule } from './server/poll-schedule.ts'

/** The virtual venue and its schedule; its room is checked for embedding like the platforms. */
export const venue = defineFeature({
  name: 'venue',
  messages: { en, es },
  create({ config, contentDir, edits, clock, pageCache, texts, features }: FeatureDeps<'checkSite'>) {
    const facts = {
      get roomUrl() {
        return config.SPATIAL_ROOM_URL
      },
      origin: config.origin,
    }
    const { service, editable } = loadVenue(contentDir, facts, edits)
    const checkRoom = createRoomCheck({
      clock,
      async look(address) {
        const { status, frame } = await features.checkSite(address)
        // A room that blocks automated checks may still open for visitors.
        return status === 'down' ? 'down' : status === 'up' && !frame ? 'refuses' : 'open'
      },
    })
    const onChange = () => pageCache.clear()
    let stopPolling: (() => void) | undefined
    return {
      services: { venue: service },
      editable,
      routes: venueRoutes({ venue: service, checkRoom, origin: config.origin, texts }),
      jobs: [
        defineJob({
          name: 'venue.poll-schedule',
          role: 'any',
          start: () => void (stopPolling = pollSchedule({ venue: service, clock, onChange })),
          stop: () => stopPolling?.(),
        }),
      ],
      isFigure: (name) => name === 'virtual-world',
      externalOrigins() {
        const room = config.SPATIAL_ROOM_URL ? [new URL(config.SPATIAL_ROOM_URL).origin] : []
        return { frames: room, microphone: room, camera: room }
      },
    }
  },
})

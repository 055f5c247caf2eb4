import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { createRoomLook } from './server/room-look.ts'
import { venueRoutes } from './server/routes.ts'
import { loadVenue } from './server/venue.ts'
import { watchProgramme } from './server/watch-programme.ts'

/** The virtual venue and its programme; whether its room may be framed is found out as for the platforms. */
export const venue = defineFeature({
  name: 'venue',
  create({ config, contentDir, edits, clock, pageCache, features }: FeatureDeps<'lookAtSite'>) {
    const facts = {
      get roomUrl() {
        return config.SPATIAL_ROOM_URL
      },
      origin: config.origin,
    }
    const { service, editable } = loadVenue(contentDir, facts, edits)
    const lookAt = createRoomLook({
      clock,
      async look(address) {
        const { status, frame } = await features.lookAtSite(address)
        // A room that answers people and not machines is let try.
        return status === 'down' ? 'down' : status === 'up' && !frame ? 'refuses' : 'open'
      },
    })
    const onTurn = () => pageCache.clear()
    let stopWatching: (() => void) | undefined
    return {
      services: { venue: service },
      editable,
      routes: venueRoutes({ venue: service, lookAt, origin: config.origin }),
      jobs: [
        defineJob({
          name: 'venue.watch-programme',
          role: 'any',
          start: () => void (stopWatching = watchProgramme({ venue: service, clock, onTurn })),
          stop: () => stopWatching?.(),
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

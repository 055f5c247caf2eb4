import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { lookAtSite } from '#features/platforms/server/frame-check/look-at-site.ts'
import type { VenueService } from '#features/venue/contract.ts'
import { createRoomLook } from '#features/venue/server/room-look.ts'
import { venueRoutes } from '#features/venue/server/routes.ts'

/** The venue's addresses; whether its room may be framed is found out as for the platforms. */
export function openVenue({ config, venue }: { config: Config; venue: VenueService }) {
  const lookAt = createRoomLook({
    clock: systemClock,
    async look(address) {
      const { status, frame } = await lookAtSite(address, { origin: config.origin, localHosts: config.PLATFORM_LOCAL_SITES })
      // A room that answers people and not machines is let try.
      return status === 'down' ? 'down' : status === 'up' && !frame ? 'refuses' : 'open'
    },
  })
  return venueRoutes({ venue, lookAt, origin: config.origin })
}

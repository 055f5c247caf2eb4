import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { calendarPath, occurrenceCalendarPath, roomCheckPath } from '#features/venue/venue-addresses.ts'
import type { Occurrence, RoomCheck, VenueService } from '#features/venue/contract.ts'
import { calendarOf } from './calendar.ts'

type Deps = {
  venue: Pick<VenueService, 'occurrences' | 'revisedAt' | 'room'>
  /** Checks the room's embed address; never rejects. */
  checkRoom: (address: string) => Promise<RoomCheck>
  origin: string
}

type CalendarFile = { body: Buffer; etag: string }

/** Routes of the venue: the state of the room, the calendar of all events, and the calendar file of one date. */
export function venueRoutes({ venue, checkRoom, origin }: Deps) {
  let cached: { schedule: readonly Occurrence[] | undefined; files: Map<string, CalendarFile> } = {
    schedule: undefined,
    files: new Map(),
  }

  return async (app: FastifyInstance) => {
    app.get(roomCheckPath, async (_request, reply) => {
      const address = venue.room()?.embedUrl
      if (!address) throw new AppError('not-found', 'No room is connected that can be opened on this page.')
      return reply.header('cache-control', 'no-store').send({ look: await checkRoom(address) })
    })

    app.get(calendarPath, { config: { isPublic: true } }, (request, reply) =>
      send(request, reply, venue.occurrences(), 'swade-virtual-world.ics'),
    )

    app.get<{ Params: { key: string } }>(
      occurrenceCalendarPath(':key'),
      { config: { isPublic: true } },
      (request, reply) => {
        const occurrence = venue.occurrences().find(({ key }) => key === request.params.key)
        if (!occurrence) throw new AppError('not-found', 'Event not found. It may have been rescheduled.')
        return send(request, reply, [occurrence], `${occurrence.key}.ics`)
      },
    )
  }

  /** Cached per schedule; every edit creates a new list of occurrences. */
  function fileOf(occurrences: readonly Occurrence[], name: string): CalendarFile {
    const schedule = venue.occurrences()
    if (cached.schedule !== schedule) cached = { schedule, files: new Map() }
    const known = cached.files.get(name)
    if (known) return known
    const body = Buffer.from(calendarOf(occurrences, { origin, revisedAt: venue.revisedAt() }))
    const file = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    cached.files.set(name, file)
    return file
  }

  function send(request: FastifyRequest, reply: FastifyReply, occurrences: readonly Occurrence[], name: string) {
    const { body, etag } = fileOf(occurrences, name)
    reply.header('etag', etag).header('cache-control', 'public, max-age=300')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(body)
  }
}

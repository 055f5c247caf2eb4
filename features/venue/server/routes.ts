import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { defaultLocale, isLocale, type Locale } from '#shared/locales.ts'
import type { ServerTexts } from '#shared/messages.ts'
import { calendarPath, occurrenceCalendarPath, roomCheckPath } from '#features/venue/venue-addresses.ts'
import type { Occurrence, RoomCheck, VenueService } from '#features/venue/contract.ts'
import { calendarOf } from './calendar.ts'
import { fileNameFor } from '#platform/download-name.ts'
import { isUnchanged } from '#platform/requested-range.ts'

type Deps = {
  venue: Pick<VenueService, 'occurrences' | 'revisedAt' | 'room'>
  /** Checks the room's embed address; never rejects. */
  checkRoom: (address: string) => Promise<RoomCheck>
  origin: string
  siteName: () => string
  /** Translates the events; without it they are in English in every calendar. */
  texts?: Pick<ServerTexts, 'content'>
}

type CalendarFile = { body: Buffer; etag: string }

/** Routes of the venue: the state of the room, the calendar of all events, and the calendar file of one date. */
export function venueRoutes({ venue, checkRoom, origin, siteName, texts }: Deps) {
  let cached: { schedule: readonly Occurrence[] | undefined; files: Map<string, CalendarFile> } = {
    schedule: undefined,
    files: new Map(),
  }

  return async (app: FastifyInstance) => {
    app.get(roomCheckPath, async (_request, reply) => {
      const address = venue.room()?.embedUrl
      if (!address) throw new AppError('not-found', { key: 'venue.errors.noRoom' })
      return reply.header('cache-control', 'no-store').send({ check: await checkRoom(address) })
    })

    app.get(calendarPath, { config: { isPublic: true } }, (request, reply) =>
      send(request, reply, venue.occurrences(), fileNameFor(siteName(), 'virtual-world.ics')),
    )

    app.get<{ Params: { key: string } }>(
      occurrenceCalendarPath(':key'),
      { config: { isPublic: true } },
      (request, reply) => {
        const occurrence = venue.occurrences().find(({ key }) => key === request.params.key)
        if (!occurrence) throw new AppError('not-found', { key: 'venue.errors.noEvent' })
        return send(request, reply, [occurrence], `${occurrence.key}.ics`)
      },
    )
  }

  /** Cached per schedule; every edit creates a new list of occurrences. */
  function fileOf(occurrences: readonly Occurrence[], name: string, locale: Locale): CalendarFile {
    const schedule = venue.occurrences()
    if (cached.schedule !== schedule) cached = { schedule, files: new Map() }
    const key = `${locale}/${name}/${siteName()}`
    const known = cached.files.get(key)
    if (known) return known
    const translated = texts?.content(locale, occurrences) ?? occurrences
    const body = Buffer.from(
      calendarOf(translated, { origin, siteName: siteName(), revisedAt: venue.revisedAt(), locale }),
    )
    const file = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    cached.files.set(key, file)
    return file
  }

  function send(request: FastifyRequest, reply: FastifyReply, occurrences: readonly Occurrence[], name: string) {
    const { language } = request.query as { language?: string }
    const { body, etag } = fileOf(occurrences, name, isLocale(language) ? language : defaultLocale)
    reply.header('etag', etag).header('cache-control', 'public, max-age=300')
    if (isUnchanged(request, etag)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(body)
  }
}

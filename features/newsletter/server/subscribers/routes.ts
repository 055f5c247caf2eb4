import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import { AppError } from '#shared/errors.ts'
import { importFields, importFrequencies, type ImportReading, importStates } from '#features/newsletter/import.ts'
import type { SubscriberLine } from '#features/newsletter/desk.ts'
import type { SubscriberDesk } from './subscriber-desk.ts'
import { subscriberFilterSchema } from './subscriber-filter.ts'

const path = '/api/newsletter/admin/subscribers'
/** A hundred thousand people with long names. */
const largestImport = 16 * 1024 * 1024
const [viewer, superAdmin] = [{ role: 'viewer' }, { role: 'super_admin' }] as const
const suppressSchema = z.object({ why: z.string().trim().max(200).default('') }).default({ why: '' })

type OfOne = { Params: { id: string } }

/** The people on the list. Reading is everybody's; what takes data in or out, or ends something, is the super admins'. */
export function subscriberRoutes({ desk, clock }: { desk: SubscriberDesk; clock: Clock }) {
  return async function routes(app: FastifyInstance) {
    app.get(path, { config: viewer }, (request) => desk.list(subscriberFilterSchema.parse(request.query)))
    app.get(`${path}.csv`, { config: superAdmin }, async (request, reply) => {
      const day = clock.now().toISOString().slice(0, 10)
      return reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="subscribers-${day}.csv"`)
        .send(Readable.from(desk.csv(subscriberFilterSchema.parse(request.query), request.editor.email)))
    })
    app.get<OfOne>(`${path}/:id`, { config: viewer }, (request) => desk.get(idOf(request.params)))
    app.get<OfOne>(`${path}/:id/export`, { config: superAdmin }, async (request, reply) => {
      const person = await desk.exportOne(idOf(request.params), request.editor.email)
      return reply.header('content-disposition', 'attachment; filename="subscriber.json"').send(person)
    })
    app.delete<OfOne>(`${path}/:id`, { config: superAdmin }, async (request) => {
      await desk.erase(idOf(request.params), request.editor.email)
      return { success: true, message: 'The person was erased. What stays is a number here and there.' }
    })
    app.post<OfOne>(`${path}/:id/suppress`, { config: superAdmin }, async (request) => {
      await desk.suppress(idOf(request.params), suppressSchema.parse(request.body).why, request.editor.email)
      return { success: true, message: 'This address gets nothing more.' }
    })
    app.post<OfOne>(`${path}/:id/release`, { config: superAdmin }, async (request) => {
      const status = await desk.release(idOf(request.params), request.editor.email)
      return { success: true, message: `Released. ${releasedMessages[status]}` }
    })
    await app.register(async (files) => {
      files.removeAllContentTypeParsers()
      files.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: largestImport }, (_request, body, done) => done(null, body))
      files.post<{ Querystring: { dry?: string; reading?: string } }>(
        `${path}/import`,
        { config: { ...superAdmin, takes: 'text/csv' }, bodyLimit: largestImport },
        async (request) => {
          if (!Buffer.isBuffer(request.body)) throw new AppError('malformed-body', 'There is no file in this call.')
          const { dry, reading } = request.query
          return desk.import(request.body, { dry: dry === '1', by: request.editor.email, reading: readingOf(reading) })
        },
      )
    })
  }
}

const releasedMessages: Record<SubscriberLine['status'], string> = {
  subscribed: 'This address gets the next newsletter.',
  pending: 'The person has not confirmed the address yet and gets no newsletter until then.',
  unsubscribed: 'The person is off the list and may sign up again.',
  suppressed: 'The address gets no newsletter.',
}

const meanings = <Meaning extends string>(all: readonly Meaning[]) => z.record(z.string().max(200), z.enum(all)).optional()
const readingSchema = z.strictObject({
  columns: z.array(z.enum(importFields)).max(200).optional(),
  status: meanings(importStates),
  frequency: meanings(importFrequencies),
})

function readingOf(json: string | undefined): ImportReading {
  if (json === undefined || json === '') return {}
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    throw new AppError('invalid-input', 'What was said of the columns is not valid JSON.')
  }
  const { columns, status, frequency } = readingSchema.parse(given)
  return { ...(columns && { columns }), ...(status && { status }), ...(frequency && { frequency }) }
}

function idOf({ id }: { id: string }): string {
  if (!z.uuid().safeParse(id).success) throw new AppError('not-found', 'There is no such subscriber.')
  return id
}

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import { formParts } from '#platform/form-parts.ts'
import { AppError } from '#shared/errors.ts'
import {
  importEncodings,
  importFields,
  importFrequencies,
  importModes,
  type ImportReading,
  importStates,
} from '#features/subscribers/import.ts'
import type { SubscriberSummary } from '#features/subscribers/contract.ts'
import type { SubscriberAdmin } from './subscriber-admin.ts'
import { subscriberFilterSchema } from './subscriber-filter.ts'

const path = '/api/newsletter/admin/subscribers'
const megabyte = 1024 * 1024
/** Enough for a hundred thousand people with long names, and for answers to many questions. */
const [maxImportBytes, maxReadingBytes] = [16 * megabyte, megabyte]
const [viewer, superAdmin] = [{ role: 'viewer' }, { role: 'super_admin' }] as const
const suppressSchema = z.object({ why: z.string().trim().max(200).default('') }).default({ why: '' })

type ById = { Params: { id: string } }

/**
 * Creates the admin routes of subscribers. All roles may read; importing, exporting, suppressing and erasing require a
 * super admin.
 */
export function subscriberRoutes({ admin, clock }: { admin: SubscriberAdmin; clock: Clock }) {
  return async function routes(app: FastifyInstance) {
    app.get(path, { config: viewer }, (request) => admin.list(subscriberFilterSchema.parse(request.query)))
    app.get(`${path}.csv`, { config: superAdmin }, async (request, reply) => {
      const day = clock.now().toISOString().slice(0, 10)
      return reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="subscribers-${day}.csv"`)
        .send(Readable.from(admin.csv(subscriberFilterSchema.parse(request.query), request.editor.email)))
    })
    app.get<ById>(`${path}/:id`, { config: viewer }, (request) => admin.get(idOf(request.params)))
    app.get<ById>(`${path}/:id/export`, { config: superAdmin }, async (request, reply) => {
      const person = await admin.exportOne(idOf(request.params), request.editor.email)
      return reply.header('content-disposition', 'attachment; filename="subscriber.json"').send(person)
    })
    app.delete<ById>(`${path}/:id`, { config: superAdmin }, async (request) => {
      await admin.erase(idOf(request.params), request.editor.email)
      return {
        success: true,
        message: 'Subscriber deleted. Only a hash of the address and anonymous statistics remain.',
      }
    })
    app.post<ById>(`${path}/:id/suppress`, { config: superAdmin }, async (request) => {
      await admin.suppress(idOf(request.params), suppressSchema.parse(request.body).why, request.editor.email)
      return { success: true, message: 'Address suppressed. It will get no more newsletters.' }
    })
    app.post<ById>(`${path}/:id/release`, { config: superAdmin }, async (request) => {
      const status = await admin.release(idOf(request.params), request.editor.email)
      return { success: true, message: `Suppression removed. ${releasedMessages[status]}` }
    })
    await app.register(async (files) => {
      await files.register(fastifyMultipart, { throwFileSizeLimit: false })
      files.post(`${path}/import`, { config: { ...superAdmin, takes: 'multipart/form-data' } }, async (request) => {
        const { mode } = importQuerySchema.parse(request.query)
        const { file, reading } = await readImportForm(request)
        return admin.import(file, { mode, by: request.editor.email, reading })
      })
    })
  }
}

const releasedMessages: Record<SubscriberSummary['status'], string> = {
  subscribed: 'This address will get newsletters again.',
  pending: 'The person has not confirmed the address yet and will get no newsletters until they do.',
  unsubscribed: 'The person is unsubscribed and can sign up again.',
  suppressed: 'The address will get no newsletters.',
}

/** The mode is required, so that nothing is imported by mistake. */
const importQuerySchema = z.strictObject({
  mode: z.enum(importModes, { error: 'Use ?mode=preview to check a file, or ?mode=import to import it.' }),
})

const readingSchema = z.strictObject({
  encoding: z.enum(importEncodings).optional(),
  columns: z.array(z.enum(importFields)).max(200).optional(),
  answers: z
    .record(
      z.string().regex(/^[0-9a-f]{16}$/, 'A key of “answers” is not valid.'),
      z.enum([...importStates, ...importFrequencies]),
    )
    .optional(),
})

/** Reads the file and the settings of an import form. */
async function readImportForm(request: FastifyRequest): Promise<{ file: Buffer; reading: ImportReading }> {
  let file: Buffer | undefined
  let reading: string | undefined
  for await (const part of formParts(request, {
    fileSize: maxImportBytes,
    files: 1,
    fields: 1,
    fieldSize: maxReadingBytes,
    parts: 2,
  })) {
    if (part.kind === 'field') {
      if (part.name !== 'reading')
        throw new AppError('invalid-input', `This form has an unknown field, “${part.name.slice(0, 60)}”.`)
      if (part.isCut) throw new AppError('too-large', 'The column settings are too long.')
      reading = part.value
      continue
    }
    file = await buffer(part.content)
    if (part.isCut())
      throw new AppError(
        'too-large',
        `The file is larger than ${maxImportBytes / megabyte} MB. Split it and import the parts.`,
      )
  }
  if (file === undefined) throw new AppError('malformed-body', 'The request contains no file.')
  return { file, reading: readingOf(reading) }
}

function readingOf(json: string | undefined): ImportReading {
  if (json === undefined) return {}
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    throw new AppError('invalid-input', 'The column settings are not valid JSON.')
  }
  const { encoding, columns, answers } = readingSchema.parse(given)
  return { ...(encoding && { encoding }), ...(columns && { columns }), ...(answers && { answers }) }
}

function idOf({ id }: { id: string }): string {
  if (!z.uuid().safeParse(id).success) throw new AppError('not-found', 'This subscriber does not exist.')
  return id
}

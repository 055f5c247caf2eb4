import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { formParts } from '#platform/form-parts.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import { countOf } from '#shared/count-of.ts'
import { cutText } from '#shared/cut-text.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { translateError } from '#shared/messages.ts'
import { maxAudioBytes } from '#features/submissions/contract.ts'
import {
  knownTrackPath,
  maxFilesPerForm,
  trackAudioPath,
  tracksPath,
  trackUploadPath,
  type UploadedFile,
} from '#features/tracks/contract.ts'
import { type ImportDeps, importFile } from './import-file.ts'
import { findTrackFile } from './track-import.ts'

const limits = {
  fileSize: maxAudioBytes,
  files: maxFilesPerForm,
  fields: 4,
  fieldSize: 200,
  parts: maxFilesPerForm + 5,
}

/** Maximum length of the address to which a plain form is redirected; proxies accept headers of about 4,000 bytes. */
const maxAddress = 2_000

/**
 * Upload of recordings for the import. Scripts send one file per request, so that a lost connection affects only one
 * file; a plain form sends several and is redirected to the page with the reasons for rejected files.
 */
export function trackImportRoutes(deps: ImportDeps) {
  return async (app: FastifyInstance) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })

    app.post(trackUploadPath, async (request, reply) => {
      const isForm = request.headers.accept?.startsWith('text/html') ?? false
      const actor = request.owner?.email ?? ''
      const t = request.server.texts.translator('en')
      const files: UploadedFile[] = []
      const errors: AppError[] = []
      try {
        for await (const part of formParts(request, limits)) {
          // A form without a selection sends one file without a name.
          if (part.kind === 'field' || part.fileName === '') {
            if (part.kind === 'file') part.content.resume()
            continue
          }
          try {
            files.push(await importFile(deps, part, actor))
          } catch (error) {
            // An error of the whole form, the storage or the database is not caused by this file.
            if (!isAppError(error) || error.code === 'malformed-body' || error.code === 'unavailable') throw error
            errors.push(error)
            files.push({ name: part.fileName, result: 'refused', message: translateError(t, error) })
          }
        }
        if (files.length === 0) throw new AppError('invalid-input', { key: 'site.errors.noFile' })
      } catch (error) {
        if (!isForm || !isAppError(error)) throw error
        files.push({ name: 'The upload', result: 'refused', message: translateError(t, error) })
      }
      if (isForm) return reply.redirect(`${tracksPath}?${summaryOf(files)}`, 303)
      if (files.length === 1 && errors[0]) throw errors[0]
      return { success: true, files }
    })

    app.get<{ Querystring: { sha256?: string } }>(knownTrackPath, async (request, reply) => {
      const { sha256 = '' } = request.query
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('invalid-input', 'Send the SHA-256 of the file in hex.')
      return reply.header('cache-control', 'private, no-store').send({
        success: true,
        known: await deps.findSame(sha256),
      })
    })

    app.get<{ Params: { id: string } }>(trackAudioPath(':id'), async (request, reply) => {
      const row = await findTrackFile(deps.db, request.params.id)
      if (!row) throw new AppError('not-found', 'Track not found.')
      return sendStoredFile(
        request,
        reply.header('content-security-policy', "default-src 'none'; sandbox").header('content-disposition', 'inline'),
        deps.storage,
        { key: row.storageKey, tag: row.sha256, type: 'audio/mpeg', cacheControl: 'private, no-cache' },
      )
    })
  }
}

/** Returns the search parameters with which the page shows the result of a plain form. */
function summaryOf(files: readonly UploadedFile[]): URLSearchParams {
  const numberOf = (result: UploadedFile['result']) => files.filter((file) => file.result === result).length
  const refused = files.flatMap((file) =>
    file.result === 'refused' ? [`${cutText(file.name, 60, '…')}: ${file.message}`] : [],
  )
  const search = new URLSearchParams({ imported: String(numberOf('imported')), known: String(numberOf('known')) })
  for (const [index, line] of refused.entries()) {
    const longer = new URLSearchParams(search)
    longer.append('refused', cutText(line, 300, '…'))
    if (longer.toString().length > maxAddress) {
      const rest = refused.length - index
      search.append('refused', `${countOf(rest, 'more file')} ${rest === 1 ? 'was' : 'were'} refused.`)
      break
    }
    search.append('refused', longer.getAll('refused').at(-1)!)
  }
  return search
}

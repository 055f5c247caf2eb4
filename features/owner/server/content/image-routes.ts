import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { withReceivedFile } from '#platform/form-parts.ts'
import { maxImageBytes, imageKey, saveImage } from '#platform/images.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { translateError } from '#shared/messages.ts'
import { imagePath, imageUploadPath } from '#shared/image-address.ts'
import type { AuditLog } from '#features/owner/contract.ts'
import type { ContentAdminService } from '#features/owner/content-admin.ts'

type Options = {
  storage: Storage
  contentAdmin: Pick<ContentAdminService, 'fillDraft'>
  auditLog: Pick<AuditLog, 'record'>
}

/** Entries outside of the Content tab that show an image, with the page that receives the uploaded one. */
const otherEditors: Record<string, (key: string, value: string) => string> = {
  collection: (key, value) => `/admin/collections?edit=${key}&image=${encodeURIComponent(value)}`,
}

/**
 * Images of all content: the only upload, `POST /api/owner/images/{kind}/{key}/image`, multipart with one `file`, and
 * the files, `GET /media/images/{file}`, which are named by their content and therefore immutable.
 * Scripts get the address in the response. A plain form also sends `path`, its field, and is redirected to the editor.
 */
export function imageRoutes({ storage, contentAdmin, auditLog }: Options) {
  return async (app: FastifyInstance) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })

    app.post<{ Params: { kind: string; key: string } }>(imageUploadPath(':kind', ':key'), async (request, reply) => {
      const { kind, key } = request.params
      if (!/^[a-z][a-z0-9-]{0,79}$/.test(kind) || !/^[a-z0-9][a-z0-9-]{0,79}$/i.test(key))
        throw new AppError('not-found', 'Unknown entry.')
      const actor = request.owner?.email ?? ''
      const isForm = request.headers.accept?.startsWith('text/html') ?? false
      const otherEditor = Object.hasOwn(otherEditors, kind) ? otherEditors[kind] : undefined
      try {
        const { path, value } = await withReceivedFile(request, storage, maxImageBytes, async (file, fields) => ({
          path: fields['path'] ?? '',
          value: await saveImage(storage, file.path),
        }))
        await auditLog.record({ actor, action: 'content.send', subject: `${kind}:${key}`, detail: value })
        if (!isForm) return { success: true, value }
        if (otherEditor) return reply.redirect(otherEditor(key, value), 303)
        await contentAdmin.fillDraft({ kind, key, actor, values: [{ path, value }] })
        return reply.redirect(`/admin/content/${kind}/${key}?done=sent`, 303)
      } catch (error) {
        if (!isForm || !isAppError(error)) throw error
        const refused = encodeURIComponent(translateError(request.server.texts.translator('en'), error))
        return reply.redirect(
          otherEditor
            ? `${otherEditor(key, '')}&refused=${refused}`
            : `/admin/content/${kind}/${key}?refused=${refused}`,
          303,
        )
      }
    })

    // Other sites show these images too, for example covers from the station's metadata.
    app.get<{ Params: { file: string } }>(imagePath(':file'), { config: { isPublic: /\.webp$/ } }, (request, reply) => {
      const { file } = request.params
      if (!/^[0-9a-f]{32}(-\d{3})?\.webp$/.test(file)) throw new AppError('not-found', { key: 'site.errors.file' })
      return sendStoredFile(request, reply.header('content-security-policy', "default-src 'none'; sandbox"), storage, {
        key: imageKey(file),
        tag: file.replace('.webp', ''),
        type: 'image/webp',
        cacheControl: 'public, max-age=31536000, immutable',
      })
    })
  }
}

import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { withReceivedFile } from '#platform/form-parts.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { translateError } from '#shared/messages.ts'
import { type LogoFile, logoFiles, readLogo } from '#shared/site-identity.ts'
import type { SettingsService } from '#features/owner/contract.ts'
import { logoKey, logoType, logoWarnings, saveLogo } from './logo.ts'

const maxBytes = 5 * 1024 * 1024

/** Page to which a browser without script returns. */
const settingsPage = '/admin/settings'

/**
 * Routes of the logo: `POST /api/owner/logo`, multipart with one `file`, stores a logo and shows it at once; `GET
 * /identity/{id}/{file}` sends it in the sizes of the site.
 * A script gets the id in the response; a plain form is redirected to the settings.
 */
export function logoRoutes({ storage, settings }: { storage: Storage; settings: Pick<SettingsService, 'setLogo'> }) {
  return async (app: FastifyInstance) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })
    app.post('/api/owner/logo', async (request, reply) => {
      const isForm = request.headers.accept?.startsWith('text/html') ?? false
      try {
        const { id, warning } = await withReceivedFile(request, storage, maxBytes, ({ path }) =>
          saveLogo(storage, path),
        )
        await settings.setLogo(id, request.owner?.email ?? '')
        if (!isForm) return { success: true, id, warning: warning && logoWarnings[warning] }
        return reply.redirect(`${settingsPage}?logo=${warning ?? 'saved'}`, 303)
      } catch (error) {
        if (!isForm || !isAppError(error)) throw error
        const reason = translateError(request.server.texts.translator('en'), error)
        return reply.redirect(`${settingsPage}?refused=${encodeURIComponent(reason)}`, 303)
      }
    })

    app.get<{ Params: { id: string; file: string } }>(
      '/identity/:id/:file',
      { config: { isPublic: true } },
      async (request, reply) => {
        const { id, file } = request.params
        if (!readLogo(id) || !Object.hasOwn(logoFiles, file))
          throw new AppError('not-found', { key: 'site.errors.image' })
        return sendStoredFile(request, reply, storage, {
          key: logoKey(id, file as LogoFile),
          tag: `${id}-${file}`,
          type: logoType(file),
          cacheControl: 'public, max-age=31536000, immutable',
        })
      },
    )
  }
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ReturnedMails } from './returned-mails.ts'

const path = '/api/newsletter/admin/returned-mails'
const [viewer, editor] = [{ role: 'viewer' }, { role: 'editor' }] as const
const pageSchema = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** Mails that came back and wait for a person. */
export function returnedMailRoutes({ returnedMails }: { returnedMails: ReturnedMails }) {
  return async function routes(app: FastifyInstance) {
    app.get(path, { config: viewer }, (request) => returnedMails.list(pageSchema.parse(request.query).page))
    app.post<{ Params: { id: string } }>(`${path}/:id/settle`, { config: editor }, async ({ params, editor: { email } }) => {
      if (!z.uuid().safeParse(params.id).success) throw new AppError('not-found', 'There is no such mail.')
      await returnedMails.settle(params.id, email)
      return { success: true, message: 'Marked as done.' }
    })
  }
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import type { IssueInput } from '#features/issues/contract.ts'
import type { Issues } from './issues.ts'

const root = '/api/newsletter/admin/newsletters'
const pageSchema = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1) })
const testSchema = z.object({ to: z.string().max(1000).optional() })

/** A whole issue with its HTML; other routes accept much smaller bodies. */
const bodyLimit = 512 * 1024

type WithId = { Params: { id: string } }

/** Routes of issues in the admin. */
export function issueRoutes({ issues }: { issues: Issues }) {
  const viewer = { config: { role: 'viewer' as const } }
  const editor = { config: { role: 'editor' as const }, bodyLimit }

  return async function routes(app: FastifyInstance) {
    app.get(root, viewer, async (request) => issues.list(pageSchema.parse(request.query).page))

    app.post(root, editor, async (request, reply) => {
      const newsletter = await issues.create(request.body as IssueInput, request.editor.email)
      return reply.code(201).send({ success: true, message: 'Newsletter created successfully!', newsletter })
    })

    app.post(`${root}/preview`, editor, async (request) => issues.previewOf(request.body))

    app.get<WithId>(`${root}/:id`, viewer, async (request) => {
      const found = await issues.find(request.params.id)
      if (!found) throw new AppError('not-found', 'Newsletter not found.')
      return found
    })

    app.put<WithId>(`${root}/:id`, editor, async (request) => {
      const newsletter = await issues.save(request.params.id, request.body as IssueInput, request.editor.email)
      return { success: true, message: 'Newsletter saved.', newsletter }
    })

    app.delete<WithId>(`${root}/:id`, editor, async (request) => {
      await issues.remove(request.params.id, request.editor.email)
      return { success: true, message: 'Newsletter deleted.' }
    })

    app.get<WithId>(`${root}/:id/preview`, viewer, async (request) => issues.preview(request.params.id))

    app.post<WithId>(`${root}/:id/check`, editor, async (request) => issues.check(request.params.id))

    app.post<WithId>(`${root}/:id/test`, editor, async (request) => {
      const to = testSchema.parse(request.body ?? {}).to ?? request.editor.email
      await issues.sendTest(request.params.id, to, request.editor.email)
      return { success: true, message: `Sending a test email to ${normalizeEmail(to)}.` }
    })
  }
}

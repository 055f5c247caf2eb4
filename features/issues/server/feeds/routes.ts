import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Feeds } from './feeds.ts'

const root = '/api/newsletter/admin/feeds'

/** A feed is listed only after it was fetched successfully. */
const feedSchema = z.object({ url: z.string().max(1000) })

type WithId = { Params: { id: string } }

/** Routes of the feeds in the admin. */
export function feedRoutes({ feeds }: { feeds: Feeds }) {
  const viewer = { config: { role: 'viewer' as const } }
  const editor = { config: { role: 'editor' as const } }

  return async function routes(app: FastifyInstance) {
    app.get(root, viewer, async () => ({ items: await feeds.list() }))

    app.post(root, editor, async (request, reply) => {
      const { url } = feedSchema.parse(request.body)
      return reply.code(201).send({ success: true, feed: await feeds.add(url, request.editor.email) })
    })

    app.post<WithId>(`${root}/:id/read`, editor, async (request) => ({
      success: true,
      feed: await feeds.read(request.params.id),
    }))

    app.delete<WithId>(`${root}/:id`, editor, async (request) => {
      await feeds.remove(request.params.id, request.editor.email)
      return { success: true, message: 'Feed removed.' }
    })
  }
}

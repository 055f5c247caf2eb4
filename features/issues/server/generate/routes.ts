import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { RateLimit } from '#platform/rate-limit.ts'
import { AppError } from '#shared/errors.ts'
import type { Generator } from './generator.ts'
import type { Trigger } from './trigger.ts'

const root = '/api/newsletter/admin'
/** `issue_id`: the draft that is written again, if it is saved. */
const generateSchema = z.object({ issue_id: z.uuid().optional() })

/** Routes for generating an issue in the admin. @param perEditor Rate limit per editor, because a model costs money. */
export function generateRoutes({
  generator,
  trigger,
  perEditor,
}: {
  generator: Generator
  trigger: Trigger
  perEditor: RateLimit
}) {
  const editor = { config: { role: 'editor' as const } }

  async function acquireSlot(key: string): Promise<void> {
    const taken = await perEditor.consume(key)
    if (taken.ok) return
    const minutes = Math.ceil(taken.retryAfterSeconds / 60)
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
    throw new AppError('too-many-requests', `You have generated too many issues. Try again in ${wait}.`, taken)
  }

  return async function routes(app: FastifyInstance) {
    app.post(`${root}/generate-content`, editor, async (request, reply) => {
      const { issue_id: issueId } = generateSchema.parse(request.body ?? {})
      await acquireSlot(request.editor.id)
      return generator.generate({ signal: abortOnClose(reply), issueId })
    })

    app.post(`${root}/trigger-newsletter`, editor, async (request, reply) => {
      await acquireSlot(request.editor.id)
      return trigger(request.editor.email, abortOnClose(reply))
    })
  }
}

/** Returns a signal that aborts when the client disconnects. */
function abortOnClose(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { AppError } from '#shared/errors.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { SignedDeliveryAddresses } from '../engagement/delivery-addresses.ts'
import type { Blocks } from './blocks.ts'
import { handleReport } from './handle-report.ts'
import { z } from 'zod'
import type { ReturnedMails } from './returned-mails.ts'

type Options = {
  db: ProcessDeps['db']
  clock: Clock
  addresses: () => Promise<SignedDeliveryAddresses>
  blocks: Pick<Blocks, 'pause'>
  /** Called at every request, because the setting may change. */
  secret: () => string | undefined
}

/** A report contains the whole issue, sometimes twice. */
const maxBytes = 1024 * 1024

/**
 * `POST /api/newsletter/bounces` accepts a raw returned email from a client that has the secret; `?to=` names the
 * recipient of the mailbox. The response is 200 whether or not the email was understood, so that it is not posted
 * again; `outcome` says what changed for the subscriber, `listed` whether a person has to review it.
 */
export function bounceRoutes({ db, clock, addresses, blocks, secret }: Options) {
  return async function routes(app: FastifyInstance) {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    app.post<{ Querystring: { to?: string | string[] } }>(
      '/api/newsletter/bounces',
      {
        // Checked before the body is read.
        onRequest: async (request) => {
          const expected = secret()
          if (!expected) throw new AppError('not-found', 'Bounce handling is not set up.')
          if (!isSame(bearerOf(request), expected)) throw new AppError('unauthenticated', 'Authentication required')
        },
      },
      async (request) => {
        if (!Buffer.isBuffer(request.body))
          throw new AppError('malformed-body', 'The request body must be an email message.')
        const deps = { db, clock, blocks, addresses: await addresses() }
        const { outcome, isListed } = await handleReport(deps, request.body, [request.query.to ?? []].flat())
        return { success: true, outcome, listed: isListed }
      },
    )
  }
}

function bearerOf(request: FastifyRequest): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

function isSame(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}

const path = '/api/newsletter/admin/returned-mails'
const [viewer, editor] = [{ role: 'viewer' }, { role: 'editor' }] as const
const pageSchema = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** Creates the admin routes for returned emails that need review. */
export function returnedMailRoutes({ returnedMails }: { returnedMails: ReturnedMails }) {
  return async function routes(app: FastifyInstance) {
    app.get(path, { config: viewer }, ({ query, editor: { role } }) =>
      returnedMails.list(pageSchema.parse(query).page, role),
    )
    app.post<{ Params: { id: string } }>(
      `${path}/:id/settle`,
      { config: editor },
      async ({ params, editor: { email } }) => {
        if (!z.uuid().safeParse(params.id).success) throw new AppError('not-found', 'Email not found.')
        await returnedMails.settle(params.id, email)
        return { success: true, message: 'Marked as done.' }
      },
    )
  }
}

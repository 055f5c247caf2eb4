import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { AppError } from '#shared/errors.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { SignedAddresses } from '../tracking/copy-addresses.ts'
import type { Blocks } from './blocks.ts'
import { takeReport } from './take-report.ts'
import { z } from 'zod'
import type { ReturnedMails } from './returned-mails.ts'

type Options = {
  db: ProcessDeps['db']
  clock: Clock
  addresses: () => Promise<SignedAddresses>
  blocks: Pick<Blocks, 'pause'>
  /** Asked at every call. */
  secret: () => string | undefined
}

/** A report carries the whole letter with it, sometimes twice. */
const mostBytes = 1024 * 1024

/**
 * `POST /api/newsletter/bounces`: a mail that came back, as it is, by whoever holds the secret; `?to=` says whom the
 * mailbox got it for. The answer is 200 for anything that was understood or not, so that nobody brings the same garbage
 * again; `outcome` says what it changed for the reader, `listed` whether a person has to look at it because nothing
 * did.
 */
export function bounceRoutes({ db, clock, addresses, blocks, secret }: Options) {
  return async function routes(app: FastifyInstance) {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    app.post<{ Querystring: { to?: string | string[] } }>(
      '/api/newsletter/bounces',
      {
        // Before the body is read.
        onRequest: async (request) => {
          const expected = secret()
          if (!expected) throw new AppError('not-found', 'Bounce handling is not set up.')
          if (!isSame(bearerOf(request), expected)) throw new AppError('unauthenticated', 'Authentication required')
        },
      },
      async (request) => {
        if (!Buffer.isBuffer(request.body))
          throw new AppError('malformed-body', 'The request body must be an email message.')
        const parts = { db, clock, blocks, addresses: await addresses() }
        const { outcome, isListed } = await takeReport(parts, request.body, [request.query.to ?? []].flat())
        return { success: true, outcome, listed: isListed }
      },
    )
  }
}

function bearerOf(request: FastifyRequest): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

const path = '/api/newsletter/admin/returned-mails'
const [viewer, editor] = [{ role: 'viewer' }, { role: 'editor' }] as const
const pageSchema = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** Mails that came back and wait for a person. */
export function returnedMailRoutes({ returnedMails }: { returnedMails: ReturnedMails }) {
  return async function routes(app: FastifyInstance) {
    app.get(path, { config: viewer }, (request) => returnedMails.list(pageSchema.parse(request.query).page))
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

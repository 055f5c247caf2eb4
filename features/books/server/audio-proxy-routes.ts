import type { FastifyInstance } from 'fastify'
import '#platform/counted-request.ts'
import { audioProxyPath } from '#shared/audio-address.ts'
import { AppError } from '#shared/errors.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Recording } from './recordings.ts'
import type { CanListen } from './routes.ts'
import { sendRecording } from './send-recording.ts'

type Options = {
  /**
   * Finds a playable recording by its address on the site; `paidBookId` is set when only buyers of that book may
   * listen.
   */
  findRecording(address: string): Recording | undefined
  storage: Storage
  canListen: CanListen
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
}

/**
 * `GET /api/pdf/audio-proxy?url=`: audio of previews, tracks and chapters, with ranges.
 *
 * The address is compared with the catalogue as text and never fetched or resolved; anything that does not match
 * exactly is rejected.
 *
 * @see docs/security.md
 */
export function audioProxyRoutes({ findRecording, storage, canListen, origin }: Options) {
  return async (app: FastifyInstance) => {
    app.get<{ Querystring: { url?: unknown } }>(audioProxyPath, async (request, reply) => {
      const { url } = request.query
      const recording =
        typeof url === 'string' ? findRecording(url.startsWith(origin) ? url.slice(origin.length) : url) : undefined
      if (!recording) throw new AppError('invalid-input', { key: 'books.errors.noRecording' })
      const { paidBookId } = recording
      if (paidBookId !== undefined && !(await canListen(request.headers.cookie, paidBookId))) {
        throw new AppError('payment-required', { key: 'books.errors.purchaseToListen' })
      }
      request.countedUse = { metric: 'plays', key: recording.address }
      return sendRecording(request, reply, recording, { storage, isFree: paidBookId === undefined })
    })
  }
}

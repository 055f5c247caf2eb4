import type { FastifyInstance } from 'fastify'
import '#platform/counted-request.ts'
import { audioProxyPath } from '#shared/audio-address.ts'
import { AppError } from '#shared/errors.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Recording, RecordingLocation } from './recordings.ts'
import type { CanListen } from './routes.ts'
import { sendRecording } from './send-recording.ts'

type Options = {
  /**
   * Finds a playable recording by its address on the site; `paidBookId` is set when only buyers of that book may
   * listen.
   */
  findRecording(address: string): Recording | undefined
  /** Finds a recording that visitors cannot hear, if the cookie is the owner's. */
  findForOwner(address: string, cookie: string | undefined): Promise<RecordingLocation | undefined>
  storage: Storage
  canListen: CanListen
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
}

/**
 * `GET /api/pdf/audio-proxy?url=`: audio of previews, tracks and chapters, with ranges.
 * The address is compared with the catalogue as text and never fetched or resolved; anything that does not match
 * exactly is rejected. The owner can also play hidden recordings and those of drafts, for previews.
 *
 * @see docs/security.md
 */
export function audioProxyRoutes({ findRecording, findForOwner, storage, canListen, origin }: Options) {
  return async (app: FastifyInstance) => {
    app.get<{ Querystring: { url?: unknown } }>(audioProxyPath, async (request, reply) => {
      const { url } = request.query
      const address = typeof url !== 'string' ? '' : url.startsWith(origin) ? url.slice(origin.length) : url
      const recording = findRecording(address)
      if (!recording) {
        const unpublished = await findForOwner(address, request.headers.cookie)
        if (!unpublished) throw new AppError('invalid-input', { key: 'books.errors.noRecording' })
        return sendRecording(request, reply, unpublished, { storage, isFree: false })
      }
      const { paidBookId } = recording
      if (paidBookId !== undefined && !(await canListen(request.headers.cookie, paidBookId))) {
        throw new AppError('payment-required', { key: 'books.errors.purchaseToListen' })
      }
      request.countedUse = { metric: 'plays', key: recording.address }
      return sendRecording(request, reply, recording, { storage, isFree: paidBookId === undefined })
    })
  }
}

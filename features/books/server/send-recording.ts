import type { FastifyReply, FastifyRequest } from 'fastify'
// Brings the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { basename, dirname } from 'node:path'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { RecordingPlace } from './recordings.ts'

const untold = 'private, no-store'

/** Sends a recording, in parts too; what was bought is kept by nobody on the way. */
export function sendRecording(
  request: FastifyRequest,
  reply: FastifyReply,
  place: RecordingPlace,
  { storage, isFree }: { storage: Storage; isFree: boolean },
): FastifyReply | Promise<FastifyReply> {
  if ('key' in place) {
    const cacheControl = isFree ? 'public, max-age=86400' : untold
    return sendStoredFile(request, reply, storage, {
      key: place.key,
      tag: basename(place.key, '.mp3'),
      type: 'audio/mpeg',
      cacheControl,
    })
  }
  const [file, folder] = [basename(place.path), dirname(place.path)]
  if (isFree) return reply.sendFile(file, folder, { maxAge: '1d' })
  return reply.header('cache-control', untold).sendFile(file, folder, { cacheControl: false })
}

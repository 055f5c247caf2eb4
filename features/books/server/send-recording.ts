import type { FastifyReply, FastifyRequest } from 'fastify'
// Imports the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { basename, dirname } from 'node:path'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { RecordingLocation } from './recordings.ts'

const privateCacheControl = 'private, no-store'

/** Sends a recording, with ranges. Shared caches must not store purchased ones. */
export function sendRecording(
  request: FastifyRequest,
  reply: FastifyReply,
  location: RecordingLocation,
  { storage, isFree }: { storage: Storage; isFree: boolean },
): FastifyReply | Promise<FastifyReply> {
  if ('key' in location) {
    const cacheControl = isFree ? 'public, max-age=86400' : privateCacheControl
    return sendStoredFile(request, reply, storage, {
      key: location.key,
      tag: basename(location.key, '.mp3'),
      type: 'audio/mpeg',
      cacheControl,
    })
  }
  const [file, folder] = [basename(location.path), dirname(location.path)]
  if (isFree) return reply.sendFile(file, folder, { maxAge: '1d' })
  return reply.header('cache-control', privateCacheControl).sendFile(file, folder, { cacheControl: false })
}

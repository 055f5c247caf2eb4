import type { FastifyInstance } from 'fastify'
// Imports the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { join } from 'node:path'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import { sendAnalysis } from '#platform/recordings/send-analysis.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import { type Storage, withFileAt } from '#platform/storage/storage.ts'
import { slugSchema } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import {
  type ArtistsService,
  isHiddenTrack,
  isUploadedFile,
  uploadedFileKey,
  trackLevelsPath,
  trackWaveformPath,
} from '#features/artists/contract.ts'
import { namedFiles } from './named-files.ts'
import { artistFile } from './recordings.ts'

type Options = { artists: ArtistsService; contentDir: string; storage: Storage; analyseRecording: AnalyseRecording }

/** Content types of uploads by extension; the original file name is irrelevant. */
const contentTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  webm: 'video/webm',
  mp4: 'video/mp4',
  webp: 'image/webp',
}

/**
 * Routes of the artists' media: `/media/artists/{slug}/{file}`, and waveform and levels of the featured track.
 * Of the files beside artist.yaml, only those named in the catalogue are served. Uploads are named by their content, so
 * they are immutable. Before publication they can be loaded with the 128 random bits of their name, which only the
 * owner has in a preview. A track that the owner has hidden again is not served.
 */
export function artistRoutes({ artists, contentDir, storage, analyseRecording }: Options) {
  return async (app: FastifyInstance) => {
    // Now-playing information contains the artist's image, so other sites may load it.
    app.get<{ Params: { slug: string; file: string } }>(
      '/media/artists/:slug/:file',
      { config: { isPublic: /\.(webp|jpe?g|png|avif)$/ } },
      (request, reply) => {
        const { slug, file } = request.params
        const artist = artists.find(slug)
        if (artist && isHiddenTrack(artist, file)) throw new AppError('not-found', { key: 'artists.errors.noFile' })
        if (slugSchema.safeParse(slug).success && isUploadedFile(file)) {
          const [tag = '', ending = ''] = file.split('.')
          return sendStoredFile(
            request,
            reply.header('content-security-policy', "default-src 'none'; sandbox"),
            storage,
            {
              key: uploadedFileKey(slug, file),
              tag,
              type: contentTypes[ending]!,
              cacheControl: 'public, max-age=31536000, immutable',
            },
          )
        }
        if (!artist || !namedFiles(artist).some((named) => named.file === file))
          throw new AppError('not-found', { key: 'artists.errors.noFile' })
        return reply.sendFile(file, join(contentDir, 'artists', slug), { maxAge: '1d' })
      },
    )

    for (const [view, path] of [
      ['waveform', trackWaveformPath(':slug')] as const,
      ['levels', trackLevelsPath(':slug')] as const,
    ]) {
      app.get<{ Params: { slug: string } }>(path, async (request, reply) => {
        const artist = artists.find(request.params.slug)
        if (!artist?.featuredTrack) throw new AppError('not-found', { key: 'artists.errors.noFile' })
        const place = artistFile(contentDir, artist.slug, artist.featuredTrack.file)
        const outcome = await withFileAt(storage, 'key' in place ? place.key : place.path, analyseRecording)
        return sendAnalysis(request, reply, outcome, view)
      })
    }
  }
}

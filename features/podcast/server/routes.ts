import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
// Imports the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { createImageCache } from '#platform/figures/image-cache.ts'
import { artworkVersion, createArtworkRenderer } from '#platform/figures/render-artwork.ts'
import { isUnchanged } from '#platform/requested-range.ts'
import { sendWithEtag } from '#platform/send-with-etag.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import type { Book, BooksService } from '#features/books/contract.ts'
import { podcastCoverPath, podcastFeedPath, podcastRoot } from '#features/podcast/contract.ts'
import { listSections, type Episode, episodesOf, readSpokenText, type SpokenText, webVtt } from './episode.ts'
import { renderPodcastCover } from './podcast-cover.ts'
import { podcastFeed } from './podcast-feed.ts'

type Location = { path: string } | { key: string }

type Options = {
  books: Pick<BooksService, 'find'>
  /** Finds a recording by its path on this site. */
  findRecording(address: string): Location | undefined
  storage: Storage
  contentDir: string
  cacheDir: string
  origin: string
  email: () => string
}

/** Routes of podcasts: feed, cover, recordings, chapter marks and transcripts. Any site and any app may read them. */
export function podcastRoutes({ books, findRecording, storage, contentDir, cacheDir, origin, email }: Options) {
  const covers = createImageCache({ dir: join(cacheDir, 'podcast-covers'), memoryBytes: 4 * 1024 * 1024 })

  const renderArtwork = createArtworkRenderer()

  function getBook(id: string): Book {
    const book = books.find(id)
    if (!book || episodesOf(book).length === 0) throw new AppError('not-found', { key: 'podcast.errors.noPodcast' })
    return book
  }

  function getEpisode(bookId: string, name: string): Episode {
    const episode = episodesOf(getBook(bookId)).find(({ file }) => file === `${name}.mp3`)
    if (!episode) throw new AppError('not-found', { key: 'podcast.errors.noEpisode' })
    return episode
  }

  const locate = (bookId: string, { file }: Episode) => findRecording(`/media/books/${bookId}/${file}`)

  async function describe(bookId: string, episode: Episode) {
    const location = locate(bookId, episode)
    const size = location && (await sizeOf(location, storage))
    const text = await readSpokenText(contentDir, bookId, episode.file)
    return size === undefined ? [] : [{ ...episode, bytes: size, hasText: text !== undefined }]
  }

  async function getText(bookId: string, episode: Episode): Promise<SpokenText[]> {
    const text = await readSpokenText(contentDir, bookId, episode.file)
    if (!text) throw new AppError('not-found', { key: 'podcast.errors.noText' })
    return text
  }

  return async function routes(app: FastifyInstance) {
    const isPublic = { config: { isPublic: true } } as const

    app.get<{ Params: { bookId: string } }>(podcastFeedPath(':bookId'), isPublic, async (request, reply) => {
      const book = getBook(request.params.bookId)
      const episodes = (await Promise.all(episodesOf(book).map((episode) => describe(book.id, episode)))).flat()
      return sendWithEtag(request, reply, {
        body: podcastFeed({ book, episodes, origin, email: email() }),
        type: 'application/rss+xml; charset=utf-8',
        maxAgeSeconds: 3600,
      })
    })

    app.get<{ Params: { bookId: string } }>(podcastCoverPath(':bookId'), isPublic, async (request, reply) => {
      const book = getBook(request.params.bookId)
      const version = createHash('sha256')
        .update(JSON.stringify([artworkVersion, book.coverImage, book.artwork]))
        .digest('hex')
        .slice(0, 12)
      const { body, etag } = await covers(`v2.${book.id}.${version}.jpg`, () =>
        renderPodcastCover(book, storage, renderArtwork),
      )
      reply.header('etag', etag).header('cache-control', 'public, max-age=86400')
      if (isUnchanged(request, etag)) return reply.code(304).send()
      return reply.type('image/jpeg').send(body)
    })

    // One route for all parts: the name of a recording contains no dot, but the extensions of the parts do.
    app.get<{ Params: { bookId: string; part: string } }>(
      `${podcastRoot}/:bookId/:part`,
      isPublic,
      async (request, reply) => {
        const { bookId } = request.params
        const [, name = '', ending] = /^([a-z0-9-]{1,80})\.(mp3|vtt|chapters\.json)$/.exec(request.params.part) ?? []
        const episode = getEpisode(bookId, name)
        if (ending === 'mp3') {
          const location = locate(bookId, episode)
          if (!location) throw new AppError('not-found', { key: 'podcast.errors.noEpisode' })
          request.countedUse = { metric: 'plays', key: `/media/books/${bookId}/${episode.file}` }
          if ('path' in location)
            return reply.sendFile(basename(location.path), dirname(location.path), { maxAge: '1d' })
          const cacheControl = 'public, max-age=86400'
          return sendStoredFile(request, reply, storage, {
            key: location.key,
            tag: name,
            type: 'audio/mpeg',
            cacheControl,
          })
        }
        const text = await getText(bookId, episode)
        return sendWithEtag(request, reply, {
          body: ending === 'vtt' ? webVtt(text) : JSON.stringify(listSections(episode, text)),
          type: ending === 'vtt' ? 'text/vtt; charset=utf-8' : 'application/json+chapters; charset=utf-8',
          maxAgeSeconds: 3600,
        })
      },
    )
  }
}

async function sizeOf(location: Location, storage: Storage): Promise<number | undefined> {
  if ('key' in location) return (await storage.stat(location.key))?.bytes
  return stat(location.path).then(
    ({ size }) => size,
    () => undefined,
  )
}

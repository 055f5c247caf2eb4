import { join } from 'node:path'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { podcastFeedPath } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { episodesOf } from './server/episode.ts'
import { podcastRoutes } from './server/routes.ts'

/** The free audiobooks as podcasts. */
export const podcast = defineFeature({
  name: 'podcast',
  messages: { en, es },
  create({ config, contentDir, storage, collect, features }: FeatureDeps<'books'>) {
    const { books } = features
    return {
      services: {
        podcasts: {
          feedPathOf: (bookId) => (episodesOf(books.find(bookId)).length > 0 ? podcastFeedPath(bookId) : undefined),
        },
      },
      routes: podcastRoutes({
        books,
        findRecording: (address) => collect('findRecording').flatMap((find) => find(address) ?? [])[0],
        storage,
        contentDir,
        cacheDir: join(config.DATA_DIR, 'cache'),
        origin: config.origin,
        email: () => config.SUPPORT_EMAIL,
      }),
    }
  },
})

import { join } from 'node:path'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { episodePath, podcastFeedPath } from './contract.ts'
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
      findBookFeed(bookId) {
        const episodes = episodesOf(books.find(bookId))
        const audio = episodes.map(({ file }) => [file, episodePath(bookId, file, 'audio')] as const)
        return episodes.length > 0 ? { path: podcastFeedPath(bookId), audio: Object.fromEntries(audio) } : undefined
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

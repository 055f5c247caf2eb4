import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { embedCode, radioEmbedPath, trackEmbedPath } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { embedRoutes } from './server/routes.ts'

/** Players for other sites, and oEmbed. */
export const embeds = defineFeature({
  name: 'embeds',
  messages: { en, es },
  create({ config, texts, features, figureAddress }: FeatureDeps<'artists' | 'radio' | 'pageImages'>) {
    const { artists, radio, pageImages } = features
    return {
      sitePlayers: { stationPath: radioEmbedPath, trackPath: trackEmbedPath, code: embedCode },
      routes: embedRoutes({
        artists,
        radio,
        texts,
        origin: config.origin,
        figureAddress,
        stationImage: () => pageImages.shown()['swade']?.image,
        siteName: () => config.SITE_NAME,
      }),
    }
  },
})

import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { embedRoutes } from './server/routes.ts'

/** Players for other sites, and oEmbed. */
export const embeds = defineFeature({
  name: 'embeds',
  messages: { en, es },
  create({ config, texts, features }: FeatureDeps<'artists' | 'radio'>) {
    const { artists, radio } = features
    return { routes: embedRoutes({ artists, radio, texts, origin: config.origin, siteName: () => config.SITE_NAME }) }
  },
})

import { defineFeature } from '#platform/feature.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'

/** The first screen of the site; on the server it consists only of its texts. */
export const landing = defineFeature({
  name: 'landing',
  messages: { en, es },
  create: () => ({
    services: {},
    artworkPlaces: [
      { slug: 'swade', name: 'Landing page and radio player', path: '/' },
      { slug: 'not-found', name: 'Page not found', path: '/not-found' },
    ],
  }),
})

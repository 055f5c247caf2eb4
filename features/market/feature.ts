import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { deriveArtDirection } from '#shared/art-direction.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { loadCollections } from './server/collections.ts'

/** The market feature: collections and their admin. */
export const market = defineFeature({
  name: 'market',
  messages: { en, es },
  create({ contentDir, edits, features }: FeatureDeps<'artists'>) {
    const { service, admin } = loadCollections(contentDir, (slug) => features.artists.find(slug) !== undefined, edits)
    return {
      services: { market: service, collectionAdmin: admin },
      // Collections of an artist follow the artist, as prints with a margin.
      artDirection(slug) {
        const collection = service.list().find((one) => one.slug === slug)
        if (!collection) return undefined
        const { artistSlug } = collection
        const own = artistSlug ? features.artists.artworkOf(artistSlug) : deriveArtDirection(slug)
        return own && { ...own, frame: 'plate' }
      },
      links: () =>
        service.list().map(({ slug, name, url }) => ({
          text: url,
          where: `Collection ${name}`,
          href: `/admin/collections?edit=${slug}`,
        })),
    }
  },
})

import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { collectionArtDirection } from '#shared/art-direction.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { loadCollections } from './server/collections.ts'

/** The market feature: collections and their admin. */
export const market = defineFeature({
  name: 'market',
  messages: { en, es },
  create({ contentDir, edits, storage, features }: FeatureDeps<'artists'>) {
    const { service, admin } = loadCollections(
      contentDir,
      (slug) => features.artists.find(slug) !== undefined,
      edits,
      async (key) => (await storage.stat(key)) !== undefined,
    )
    return {
      services: { market: service, collectionAdmin: admin },
      artworkPlaces: [
        { slug: 'market', name: 'Market page (also shown for artists without an NFT collection)', path: '/market' },
      ],
      artworkSlugs: () => service.list().map(({ slug }) => slug),
      artDirection(slug) {
        const collection = service.list().find((one) => one.slug === slug)
        if (!collection) return undefined
        const { artistSlug } = collection
        return collectionArtDirection(slug, artistSlug ? features.artists.artworkOf(artistSlug) : undefined)
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

import { z } from 'zod'
import { readContent, refuseContent } from '#platform/content-files.ts'
import { collectionSchema, type MarketService } from '#features/market/contract.ts'

/**
 * Loads the collections from `content/collections.yaml`.
 *
 * @param isArtist Whether an artist with this slug is on the roster.
 */
export function loadCollections(contentDir: string, isArtist: (slug: string) => boolean): MarketService {
  const collections = readContent(contentDir, 'collections.yaml', z.array(collectionSchema))
  refuseContent(
    collections.flatMap(({ artistSlug }, index) =>
      artistSlug && !isArtist(artistSlug) ? [`content/collections.yaml: ${index}.artistSlug: there is no artist ${artistSlug}`] : [],
    ),
  )
  const active = collections.filter((collection) => collection.status === 'active')
  const totals = { activeCollections: active.length, minted: collections.reduce((sum, collection) => sum + collection.minted, 0) }
  return {
    list: () => collections,
    totals: () => totals,
    ofArtist: (slug) =>
      collections.filter((collection) => collection.artistSlug === slug).toSorted((a, b) => a.status.localeCompare(b.status)),
  }
}

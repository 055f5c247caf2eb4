import { z } from 'zod'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { derived, type EntrySource } from '#platform/content-edits/derived.ts'
import { readContent, refuseContent } from '#platform/content-files.ts'
import { type Collection, collectionSchema, type MarketService } from '#features/market/contract.ts'
import { createCollectionAdmin } from './collection-admin.ts'

/**
 * Loads the collections from `content/collections.yaml` with the owner's edits.
 *
 * @param isArtist Returns whether an artist with this slug is on the roster.
 * @param isStored Returns whether storage has a file with this key; without it, images of edits are not checked.
 */
export function loadCollections(
  contentDir: string,
  isArtist: (slug: string) => boolean,
  edits: ContentEdits,
  isStored: (key: string) => Promise<boolean> = () => Promise.resolve(true),
) {
  const files = readContent(contentDir, 'collections.yaml', z.array(collectionSchema))
  refuseContent(
    files.flatMap(({ artistSlug }, index) =>
      artistSlug && !isArtist(artistSlug)
        ? [`content/collections.yaml: ${index}.artistSlug: there is no artist ${artistSlug}`]
        : [],
    ),
  )
  const collections = edits.follow({ kind: 'collection', files, keyOf: ({ slug }) => slug, schema: collectionSchema })
  return { service: marketOver(collections), admin: createCollectionAdmin({ edits, collections, isArtist, isStored }) }
}

function marketOver(source: EntrySource<Collection>): MarketService {
  const totals = derived(source, (collections) => ({
    activeCollections: collections.filter(({ status }) => status === 'active').length,
    minted: collections.reduce((sum, { minted }) => sum + minted, 0),
  }))
  return {
    list: () => source.list(),
    totals,
    ofArtist: (slug) =>
      source
        .list()
        .filter(({ artistSlug }) => artistSlug === slug)
        .toSorted((a, b) => a.status.localeCompare(b.status)),
  }
}

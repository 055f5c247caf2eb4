import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { loadPageImages } from './server/page-images.ts'

/** Images of the owner for artwork that belongs to a page. */
export const pageImages = defineFeature({
  name: 'page-images',
  create({ edits, collect }: FeatureDeps) {
    const { service, editable } = loadPageImages(edits, () => collect('artworkPlaces').flat())
    return { services: { pageImages: service }, editable }
  },
})

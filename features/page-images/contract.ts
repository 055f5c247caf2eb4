/*
 * Page images: images of the owner where generated artwork belongs to a page and not to an entry of the catalogue, such
 * as the headers of pages and the venue. Owns: the image of each of these places. Does not own: the places, which the
 * features with the pages contribute; images of artists, books and other entries (their features); uploads (owner).
 */
import { z } from 'zod'
import { slugSchema, uploadedImageFields } from '#shared/contract.ts'

/** Schema of the image of a page. */
export const pageImageSchema = z
  .object({
    /** Slug of the generated artwork that it replaces. */
    id: slugSchema,
    ...uploadedImageFields,
  })
  .strict()

/** The image of a page; it may be empty. */
export type PageImage = z.infer<typeof pageImageSchema>

/** A place with generated artwork: its slug, its name in the admin and the page that shows it. */
export type ArtworkPlace = { slug: string; name: string; path: string }

/** Images of pages. */
export type PageImagesService = {
  /** Returns the images of all pages that have one, by the slug of the artwork that they replace. */
  shown(): Readonly<Record<string, { image: string; alt: string }>>
}

declare module '#shared/services.ts' {
  interface Services {
    pageImages: PageImagesService
  }
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** Artwork of the feature's pages that the owner can replace with an image. */
    artworkPlaces: readonly ArtworkPlace[]
  }
}

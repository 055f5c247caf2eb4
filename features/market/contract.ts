/*
 * Market: the NFT collections of the ecosystem and what is on sale. Owns: the collections (content/collections.yaml,
 * with the owner’s edits) and their admin page. Does not own: minting or trading, which happen on the exchange that the
 * owner configures.
 */
import { z } from 'zod'
import {
  optionalHttpsUrlSchema,
  imageAltSchema,
  uploadedImageSchema,
  slugSchema,
  textSchema,
} from '#shared/contract.ts'

export { availabilityOf, leftOf } from './availability.ts'

/** One entry of `content/collections.yaml`. */
export const collectionSchema = z
  .object({
    slug: slugSchema,
    name: textSchema,
    description: textSchema.max(600),
    /** Slug of the artist, if the collection belongs to one. */
    artistSlug: slugSchema.optional(),
    /** Pieces minted so far. */
    minted: z.number().int().min(0),
    /** Total supply. */
    supply: z.number().int().min(1),
    status: z.enum(['active', 'closed']),
    /** URL of the exchange; empty shows ‘Not on sale right now’ until the collection is sold out or closed. */
    url: optionalHttpsUrlSchema.default(''),
    /** Address of an uploaded image; empty shows the generated artwork. */
    image: uploadedImageSchema.optional(),
    imageAlt: imageAltSchema.optional(),
  })
  .strict()
  .refine((collection) => collection.minted <= collection.supply, {
    path: ['minted'],
    message: 'must not be above supply',
  })

/** A collection as shown on pages. */
export type Collection = z.infer<typeof collectionSchema>

/** Service with the collections and their totals, which are computed from the rows. */
export type MarketService = {
  list(): readonly Collection[]
  totals(): { activeCollections: number; minted: number }
  /** Returns the collections of one artist, active first. */
  ofArtist(artistSlug: string): Collection[]
}

/**
 * Values of the collection form as typed. `slug` is used for a new collection only; if empty, it is derived from the
 * name.
 */
export type CollectionForm = Record<(typeof collectionFields)[number], string> &
  Partial<Record<(typeof imageFields)[number], string>>

/** The fields of a {@link CollectionForm}, in the order of the form. */
export const collectionFields = [
  'name',
  'slug',
  'description',
  'artistSlug',
  'minted',
  'supply',
  'status',
  'url',
] as const

/** Fields of the image; a form without them does not change the image. */
export const imageFields = ['image', 'imageAlt'] as const

/** A collection in the admin; `revision` is its newest edit and is sent back with a change. */
export type CollectionRow = Collection & { revision: number | undefined }

/** An entry of the change history of a collection. */
export type CollectionChange = { action: 'save' | 'remove' | 'reset'; actor: string; at: string }

/** Outcome of a change: the edit that undo reverts, or errors by field. */
export type CollectionOutcome =
  /** `isUnchanged`: the form had no changes, so there is nothing to undo. `undone`: what undoing an edit did. */
  | {
      ok: true
      collection: Pick<Collection, 'slug' | 'name'>
      revision: number
      isUnchanged?: true
      undone?: 'removed' | 'restored' | 'changed'
    }
  | { ok: false; problems: Partial<CollectionForm> }

/**
 * Actions of the owner on collections. Changes are visible at once, and a form sent twice is one change. All of them
 * throw AppError `not-found`, `unavailable`, and `conflict` when the collection has changed since `revision`.
 */
export type CollectionAdminService = {
  list(): CollectionRow[]
  /** Lists deleted collections, each with the edit that undo reverts. */
  listDeleted(): Promise<{ slug: string; name: string; revision: number }[]>
  /** Returns up to ten changes, newest first. */
  history(slug: string): Promise<CollectionChange[]>
  create(form: CollectionForm, actor: string): Promise<CollectionOutcome>
  save(
    slug: string,
    form: CollectionForm,
    over: { revision: number | undefined },
    actor: string,
  ): Promise<CollectionOutcome>
  setStatus(slug: string, status: Collection['status'], actor: string): Promise<CollectionOutcome>
  remove(slug: string, actor: string): Promise<CollectionOutcome>
  /** Reverts an edit if it is still the newest. */
  undo(slug: string, revision: number, actor: string): Promise<CollectionOutcome>
}

declare module '#shared/services.ts' {
  interface Services {
    market: MarketService
    collectionAdmin: CollectionAdminService
  }
}

/*
 * Market: the NFT collections of the ecosystem and what is on sale.
 * Owns: the collections (content/collections.yaml, with the owner's edits over it) and the desk they are edited at.
 * Does not own: minting or trading, which happen on the exchange the owner names.
 */
import { z } from 'zod'
import { optionalHttpsUrlSchema, slugSchema, textSchema } from '#shared/contract.ts'

/** One entry of `content/collections.yaml`. */
export const collectionSchema = z
  .object({
    slug: slugSchema,
    name: textSchema,
    description: textSchema.max(600),
    /** The artist it belongs to, if any. */
    artistSlug: slugSchema.optional(),
    /** Pieces minted so far. */
    minted: z.number().int().min(0),
    /** Pieces there will ever be. */
    supply: z.number().int().min(1),
    status: z.enum(['active', 'closed']),
    /** Where it can be bought; empty reads 'Not on sale yet'. */
    url: optionalHttpsUrlSchema.default(''),
  })
  .strict()
  .refine((collection) => collection.minted <= collection.supply, {
    path: ['minted'],
    message: 'must not be above supply',
  })

/** A collection as pages see it. */
export type Collection = z.infer<typeof collectionSchema>

/** Collections with their totals, counted from the rows. */
export type MarketService = {
  list(): readonly Collection[]
  totals(): { activeCollections: number; minted: number }
  /** Collections of one artist, active first. */
  ofArtist(artistSlug: string): Collection[]
}

/**
 * What the owner types of a collection, as it was typed. `slug` is asked for a new one only; empty, it is made from the
 * name.
 */
export type CollectionForm = Record<(typeof collectionFields)[number], string>

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

/** A collection at the desk; `revision` is the newest edit of it, to be handed back with a change. */
export type CollectionRow = Collection & { revision: number | undefined }

/** One change of a collection, outcomeOf from its history. */
export type CollectionChange = { act: 'save' | 'remove' | 'reset'; actor: string; at: string }

/** What came of a change: the edit to undo it by, or what is wrong, by field. */
export type CollectionOutcome =
  /** `isUnchanged`: it was so already when the form was opened, and there is nothing of this change to undo. */
  | { ok: true; collection: Pick<Collection, 'slug' | 'name'>; revision: number; isUnchanged?: true }
  | { ok: false; problems: Partial<CollectionForm> }

/**
 * What the owner does with collections. A change is shown at once; the same change sent twice is made once. All of them
 * throw AppError `not-found`, `unavailable`, and `conflict` when somebody changed the collection since `revision`.
 */
export type CollectionAdminService = {
  list(): CollectionRow[]
  /** Collections that were deleted and can be brought back, by what undoes their end. */
  listDeleted(): Promise<{ slug: string; name: string; revision: number }[]>
  /** The newest first, at most ten. */
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
  /** Takes back one edit, when it is still the newest. */
  undo(slug: string, revision: number, actor: string): Promise<CollectionOutcome>
}

declare module '#shared/services.ts' {
  interface Services {
    market: MarketService
    collectionAdmin: CollectionAdminService
  }
}

/*
 * Market: the NFT collections of the ecosystem and what is on sale.
 * Owns: the collections (content/collections.yaml).
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
  .refine((collection) => collection.minted <= collection.supply, { path: ['minted'], message: 'must not be above supply' })

/** A collection as pages see it. */
export type Collection = z.infer<typeof collectionSchema>

/** Collections with their totals, counted from the rows. */
export type MarketService = {
  list(): Collection[]
  totals(): { activeCollections: number; minted: number }
  /** Collections of one artist, active first. */
  ofArtist(artistSlug: string): Collection[]
}

declare module '#shared/services.ts' {
  interface Services {
    market: MarketService
  }
}

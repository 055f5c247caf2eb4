/*
 * Tokens: the two Solana tokens of the ecosystem and what each is for; what they and SOL cost just now. Owns:
 * content/tokens.yaml and the record of prices; mint and exchange page come from configuration (SWDZ_MINT, SWDZ_BUY_URL
 * …). Does not own: anything a wallet detector; nothing here ever asks for a signature. Prices are other people's: the
 * server asks for them, no browser does.
 */
import { z } from 'zod'
import { type Endpoint, textSchema } from '#shared/contract.ts'
import { pricesPath, priceSources } from './prices.ts'

/**
 * One entry of `content/tokens.yaml`; its mint and its exchange page are settings. Labels are those of the form that
 * edits it.
 */
export const tokenSchema = z
  .object({
    symbol: z.enum(['SWDZ', 'SWDX']),
    name: textSchema.meta({ label: 'Name' }),
    tagline: textSchema.max(120).meta({ label: 'Tagline' }),
    description: textSchema.max(1200).meta({ label: 'Description', form: 'paragraphs' }),
    /** What it is for; three to five lines. */
    uses: z.array(textSchema).min(3).max(5).meta({ label: 'Uses', itemLabel: 'Use' }),
  })
  .strict()

/** A token as pages see it; `buyUrl` is set only when the owner configured both mint and exchange page. */
export type Token = z.infer<typeof tokenSchema> & { mint: string | undefined; buyUrl: string | undefined }

/** Both tokens, SWDZ first. */
export type TokensService = { list(): Token[] }

const numberOrNone = z.number().nullable()

/** What one token costs, and how well that is known. */
export const tokenPriceSchema = z.object({
  /** In US dollars, above 0, as the source said it; null when nobody has told us for a quarter of an hour: N/A. */
  price: numberOrNone,
  /** In percent against a day before; null where the source does not say. */
  change24h: numberOrNone,
  /** When the last good price was told, also when it is too old to be shown. */
  at: z.iso.datetime().nullable(),
  /** Its age when this was answered. */
  ageSeconds: z.number().int().min(0).nullable(),
  /** Older than five minutes. */
  isStale: z.boolean(),
  source: z.enum(priceSources).nullable(),
  /** Whose price it is; null while no mint is published. */
  mint: z.string().nullable(),
  /** US dollars in the pool, or in all pools the source knows of; null where it does not say. */
  liquidityUsd: numberOrNone,
  /** So little in the pool that small trades move the price. */
  isThin: z.boolean(),
  /** The market it was made at, where the source names one. */
  pool: z.object({ venue: z.string(), address: z.string() }).nullable(),
  /** Our own record of the last 24 hours, a price a step; null where we have none. The last step is going on. */
  history: z.object({ startsAt: z.iso.datetime(), stepSeconds: z.number().int(), prices: z.array(numberOrNone) }),
})

/** What `GET /api/tokens/prices` answers. */
export const pricesReplySchema = z.object({
  success: z.literal(true),
  data: z.object({ sol: tokenPriceSchema, swdz: tokenPriceSchema, swdx: tokenPriceSchema }),
  /** Whether the server asks anybody at all. */
  isAsking: z.boolean(),
  /** When this was answered, by the server's clock. */
  answeredAt: z.iso.datetime(),
})

/** What one token costs; numbers and units as in {@link tokenPriceSchema}. */
export type TokenPrice = z.infer<typeof tokenPriceSchema>
/** All prices as everybody is answered; see {@link pricesReplySchema}. */
export type PricesReply = z.infer<typeof pricesReplySchema>

/** `GET /api/tokens/prices`: from memory, the same for everybody. */
export const pricesEndpoint = { method: 'GET', path: pricesPath, reply: pricesReplySchema } satisfies Endpoint

declare module '#shared/services.ts' {
  interface Services {
    tokens: TokensService
  }
}

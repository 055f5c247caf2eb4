/*
 * Tokens: the two Solana tokens of the ecosystem, their uses, and the live prices of both and SOL. Owns:
 * content/tokens.yaml and the price history; mint and exchange page come from configuration (SWDZ_MINT, SWDZ_BUY_URL
 * …). Does not own: wallets; no code here ever requests a signature. Prices come from other services, which only the
 * server queries.
 */
import { z } from 'zod'
import { type Endpoint, textSchema, uploadedImageFields } from '#shared/contract.ts'
import { pricesPath, priceSources } from './prices.ts'

export { priceNames, priceSymbols } from './prices.ts'

/** One entry of `content/tokens.yaml`; mint and exchange page are settings. Labels are those of the edit form. */
export const tokenSchema = z
  .object({
    symbol: z.enum(['SWDZ', 'SWDX']),
    name: textSchema.meta({ label: 'Name' }),
    tagline: textSchema.max(120).meta({ label: 'Tagline' }),
    description: textSchema.max(1200).meta({ label: 'Description', form: 'paragraphs' }),
    /** Uses, three to five. */
    uses: z.array(textSchema).min(3).max(5).meta({ label: 'Uses', itemLabel: 'Use' }),
    ...uploadedImageFields,
  })
  .strict()

/** A token as shown on pages; `buyUrl` is set only when both mint and exchange page are configured. */
export type Token = z.infer<typeof tokenSchema> & { mint: string | undefined; buyUrl: string | undefined }

/** Service with both tokens, SWDZ first. */
export type TokensService = { list(): Token[] }

const numberOrNone = z.number().nullable()

/** Price of one token with its source and quality. */
export const tokenPriceSchema = z.object({
  /** US dollars, above 0, as the source reported it; null when no price is newer than 15 minutes, shown as N/A. */
  price: numberOrNone,
  /** Change in percent over 24 hours; null where the source does not report it. */
  change24h: numberOrNone,
  /** When the last valid price was reported, even when it is too old to be shown. */
  at: z.iso.datetime().nullable(),
  /** Age at the time of the reply. */
  ageSeconds: z.number().int().min(0).nullable(),
  /** True if older than five minutes. */
  isStale: z.boolean(),
  source: z.enum(priceSources).nullable(),
  /** Mint of the price; null while none is published. */
  mint: z.string().nullable(),
  /** US dollars in the pool, or in all known pools; null where the source does not report it. */
  liquidityUsd: numberOrNone,
  /** True if liquidity is so low that small trades move the price. */
  isThin: z.boolean(),
  /** Market of the price, where the source names one. */
  pool: z.object({ venue: z.string(), address: z.string() }).nullable(),
  /**
   * Our own history of the last 24 hours, one price per step; null where there is none. The last step is incomplete.
   */
  history: z.object({ startsAt: z.iso.datetime(), stepSeconds: z.number().int(), prices: z.array(numberOrNone) }),
})

/** Reply of `GET /api/tokens/prices`. */
export const pricesReplySchema = z.object({
  success: z.literal(true),
  data: z.object({ sol: tokenPriceSchema, swdz: tokenPriceSchema, swdx: tokenPriceSchema }),
  /** True if price sources are turned on. */
  isAsking: z.boolean(),
  /** Time of the reply by the server’s clock. */
  answeredAt: z.iso.datetime(),
})

/** Price of one token; see {@link tokenPriceSchema} for units. */
export type TokenPrice = z.infer<typeof tokenPriceSchema>
/** Reply with all prices; see {@link pricesReplySchema}. */
export type PricesReply = z.infer<typeof pricesReplySchema>

/** `GET /api/tokens/prices`, served from memory and the same for everyone. */
export const pricesEndpoint = { method: 'GET', path: pricesPath, reply: pricesReplySchema } satisfies Endpoint

/** Current prices for other features: the reply of the endpoint, from memory. */
export type TokenPricesService = { read(): PricesReply }

declare module '#shared/services.ts' {
  interface Services {
    tokens: TokensService
    tokenPrices: TokenPricesService
  }
}

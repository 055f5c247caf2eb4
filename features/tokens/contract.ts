/*
 * Tokens: the two Solana tokens of the ecosystem and what each is for.
 * Owns: content/tokens.yaml; mint and exchange page come from configuration (SWDZ_MINT, SWDZ_BUY_URL …).
 * Does not own: anything a wallet signs; nothing here ever asks for a signature.
 */
import { z } from 'zod'
import { textSchema } from '#shared/contract.ts'

/** One entry of `content/tokens.yaml`. */
export const tokenSchema = z
  .object({
    symbol: z.enum(['SWDZ', 'SWDX']),
    name: textSchema,
    tagline: textSchema.max(120),
    description: textSchema.max(1200),
    /** What it is for; three to five lines. */
    uses: z.array(textSchema).min(3).max(5),
  })
  .strict()

/** A token as pages see it; `buyUrl` is set only when the owner configured both mint and exchange page. */
export type Token = z.infer<typeof tokenSchema> & { mint: string | undefined; buyUrl: string | undefined }

/** Both tokens, SWDZ first. */
export type TokensService = { list(): Token[] }

declare module '#shared/services.ts' {
  interface Services {
    tokens: TokensService
  }
}

import { z } from 'zod'
import { readContent } from '#platform/content-files.ts'
import { tokenSchema, type TokensService } from '#features/tokens/contract.ts'

/** Where a token can be bought: both parts or nothing, so that no buy link ever leads to an unnamed mint. */
export type TokenMarket = { mint: string | undefined; buyUrl: string | undefined }

/** Loads both tokens from `content/tokens.yaml` and adds what the owner configured. */
export function loadTokens(contentDir: string, markets: { SWDZ: TokenMarket; SWDX: TokenMarket }): TokensService {
  const tokens = readContent(contentDir, 'tokens.yaml', z.array(tokenSchema).length(2)).map((token) => {
    const { mint, buyUrl } = markets[token.symbol]
    return { ...token, mint, buyUrl: mint ? buyUrl : undefined }
  })
  return { list: () => tokens }
}

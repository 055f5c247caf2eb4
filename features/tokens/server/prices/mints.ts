import { solMint } from '#features/tokens/prices.ts'
import type { Mints } from './price-feed.ts'

/** Which mint each symbol has by the configuration, as it is now: the owner may change it at the desk. */
export function followMints(config: { readonly SWDZ_MINT?: string | undefined; readonly SWDX_MINT?: string | undefined }): () => Mints {
  return () => ({
    SOL: solMint,
    ...(config.SWDZ_MINT ? { SWDZ: config.SWDZ_MINT } : {}),
    ...(config.SWDX_MINT ? { SWDX: config.SWDX_MINT } : {}),
  })
}

import { own, plausibleChange, plausibleLiquidity, plausiblePrice } from './plausible.ts'
import type { PriceSource } from './source.ts'

/**
 * Jupiter's Price API v3: one object keyed by mint, in which tokens it does not trust are left out.
 *
 * @see https://dev.jup.ag/docs/price/v3
 */
export function jupiter(base = 'https://api.jup.ag', apiKey?: string): PriceSource {
  return {
    name: 'jupiter',
    restSeconds: 0,
    knows: (mints) => mints,
    request: (mints) => ({
      url: `${base.replace(/\/+$/, '')}/price/v3?ids=${mints.map(encodeURIComponent).join(',')}`,
      headers: apiKey ? { 'x-api-key': apiKey } : ({} as Record<string, string>),
    }),
    read: (body, mints) =>
      mints.flatMap((mint) => {
        const entry = own(body, mint)
        const priceUsd = plausiblePrice(own(entry, 'usdPrice'))
        if (priceUsd === undefined) return []
        return {
          mint,
          priceUsd,
          change24h: plausibleChange(own(entry, 'priceChange24h')),
          liquidityUsd: plausibleLiquidity(own(entry, 'liquidity')),
          poolVenue: '',
          poolAddress: '',
        }
      }),
  }
}

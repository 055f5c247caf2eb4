import { solMint } from '#features/tokens/prices.ts'
import { own, plausibleChange, plausiblePrice } from './plausible.ts'
import type { PriceSource } from './source.ts'

/**
 * CoinGecko, for SOL alone and rarely: its free allowance is counted by the month.
 *
 * @see https://docs.coingecko.com/reference/simple-price
 */
export function coinGecko(base = 'https://api.coingecko.com'): PriceSource {
  return {
    name: 'coingecko',
    restSeconds: 110,
    knows: (mints) => mints.filter((mint) => mint === solMint),
    request: () => ({
      url: `${base.replace(/\/+$/, '')}/api/v3/simple/price?ids=solana&vs_currencies=usd&include_24hr_change=true&include_last_updated_at=true`,
      headers: {},
    }),
    read(body) {
      const solana = own(body, 'solana')
      const priceUsd = plausiblePrice(own(solana, 'usd'))
      if (priceUsd === undefined) return []
      const updatedAt = own(solana, 'last_updated_at')
      const isMoment = typeof updatedAt === 'number' && updatedAt > 0 && updatedAt < 1e11
      return [
        {
          mint: solMint,
          priceUsd,
          change24h: plausibleChange(own(solana, 'usd_24h_change')),
          liquidityUsd: null,
          poolVenue: '',
          poolAddress: '',
          ...(isMoment ? { at: new Date(updatedAt * 1000) } : {}),
        },
      ]
    },
  }
}

import { own, plainWord, plausibleChange, plausibleLiquidity, plausiblePrice } from './plausible.ts'
import type { PriceSource, Quote } from './source.ts'

/**
 * Creates the source DexScreener: a list of pairs, of which the most liquid pool that sells the mint itself counts. Its
 * prices are strings in US dollars per base token.
 *
 * @see https://docs.dexscreener.com/api/reference
 */
export function dexScreener(base = 'https://api.dexscreener.com'): PriceSource {
  return {
    name: 'dexscreener',
    cooldownSeconds: 0,
    knows: (mints) => mints,
    request: (mints) => ({
      url: `${base.replace(/\/+$/, '')}/tokens/v1/solana/${mints.map(encodeURIComponent).join(',')}`,
      headers: {},
    }),
    read(body, mints) {
      const quotes = Array.isArray(body) ? body.slice(0, 200).flatMap(readPair) : []
      return mints.flatMap((mint) => {
        const [deepest] = quotes.filter((quote) => quote.mint === mint).toSorted((a, b) => depthOf(b) - depthOf(a))
        return deepest ?? []
      })
    },
  }
}

const depthOf = ({ liquidityUsd }: Quote) => liquidityUsd ?? 0

function readPair(pair: unknown): Quote[] {
  const mint = own(own(pair, 'baseToken'), 'address')
  const price = own(pair, 'priceUsd')
  const priceUsd =
    typeof price === 'string' && /^\d{1,12}(\.\d{1,40})?(e-?\d{1,3})?$/i.test(price)
      ? plausiblePrice(Number(price))
      : undefined
  if (typeof mint !== 'string' || priceUsd === undefined || own(pair, 'chainId') !== 'solana') return []
  return [
    {
      mint,
      priceUsd,
      change24h: plausibleChange(own(own(pair, 'priceChange'), 'h24')),
      liquidityUsd: plausibleLiquidity(own(own(pair, 'liquidity'), 'usd')),
      poolVenue: plainWord(own(pair, 'dexId')),
      poolAddress: plainWord(own(pair, 'pairAddress')),
    },
  ]
}

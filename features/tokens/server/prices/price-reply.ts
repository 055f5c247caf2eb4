import type { PricesReply, TokenPrice } from '#features/tokens/contract.ts'
import {
  goneAfterSeconds,
  historyStepSeconds,
  historySteps,
  type PriceSourceName,
  priceSources,
  type PriceSymbol,
  staleAfterSeconds,
  thinBelowUsd,
} from '#features/tokens/prices.ts'
import type { Mints, PriceSnapshot } from './price-feed.ts'
import type { PointRow } from './queries.ts'

/** Returns the reply of the price API at a given time. */
export function priceReply(snapshot: PriceSnapshot, mints: Mints, isAsking: boolean, now: Date): PricesReply {
  const of = (symbol: PriceSymbol) => tokenPrice(snapshot, symbol, mints[symbol], now)
  return {
    success: true,
    data: { sol: of('SOL'), swdz: of('SWDZ'), swdx: of('SWDX') },
    isAsking,
    answeredAt: now.toISOString(),
  }
}

function tokenPrice(
  { prices, points }: PriceSnapshot,
  symbol: PriceSymbol,
  mint: string | undefined,
  now: Date,
): TokenPrice {
  // A price of the previous mint no longer applies.
  const row = prices.find((one) => one.symbol === symbol && one.mint === mint)
  const ageSeconds = row ? Math.max(0, Math.floor((now.getTime() - row.at.getTime()) / 1000)) : null
  const good = row && ageSeconds !== null && ageSeconds < goneAfterSeconds ? row : undefined
  const source = priceSources.find((name) => name === row?.source) satisfies PriceSourceName | undefined
  return {
    price: good?.priceUsd ?? null,
    change24h: good?.change24h ?? null,
    at: row?.at.toISOString() ?? null,
    ageSeconds,
    isStale: ageSeconds !== null && ageSeconds >= staleAfterSeconds,
    source: source ?? null,
    mint: mint ?? null,
    liquidityUsd: good?.liquidityUsd ?? null,
    isThin: good?.liquidityUsd != null && good.liquidityUsd < thinBelowUsd,
    pool: good?.poolAddress ? { venue: good.poolVenue, address: good.poolAddress } : null,
    history: toHistory(
      points.filter((point) => point.mint === mint),
      now,
    ),
  }
}

function toHistory(points: readonly PointRow[], now: Date): TokenPrice['history'] {
  const stepMs = historyStepSeconds * 1000
  const first = Math.floor(now.getTime() / stepMs) - (historySteps - 1)
  const prices: (number | null)[] = Array.from({ length: historySteps }, () => null)
  for (const { at, priceUsd } of points) {
    const step = Math.floor(at.getTime() / stepMs) - first
    // Six digits are enough for drawing; the price itself is never rounded.
    if (step >= 0 && step < historySteps) prices[step] = Number(priceUsd.toPrecision(6))
  }
  return { startsAt: new Date(first * stepMs).toISOString(), stepSeconds: historyStepSeconds, prices }
}

import type { PricesReply } from '#features/tokens/contract.ts'

/**
 * Takes an answer for prices if a panel can show it; the schema itself stays on the server.
 *
 * @throws An Error, when something between here and the server answered instead.
 */
export function takeReply(told: unknown): PricesReply {
  const { data } = (told ?? {}) as { data?: Record<string, unknown> }
  if (![data?.sol, data?.swdz, data?.swdx].every(isPrice)) throw new Error('The answer was none.')
  return told as PricesReply
}

function isPrice(told: unknown): boolean {
  if (typeof told !== 'object' || told === null) return false
  const { price, change24h, ageSeconds, liquidityUsd, history } = told as Record<string, unknown>
  const { prices } = (history ?? {}) as { prices?: unknown }
  return [price, change24h, ageSeconds, liquidityUsd].every(isNumberOrNone) && Array.isArray(prices) && prices.every(isNumberOrNone)
}

const isNumberOrNone = (told: unknown) => told === null || typeof told === 'number'

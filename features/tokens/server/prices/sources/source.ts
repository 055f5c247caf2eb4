import type { PriceSourceName } from '#features/tokens/prices.ts'

/** What a service says one mint costs, already held against what a price can be. */
export type Quote = {
  mint: string
  priceUsd: number
  change24h: number | null
  liquidityUsd: number | null
  poolVenue: string
  poolAddress: string
  /** Where the service says how old its price is. */
  at?: Date
}

/** A service of prices: how it is asked, and what its answer says. */
export type PriceSource = {
  name: PriceSourceName
  /** How long it is left alone after an answer, for the sake of its allowance. */
  cooldownSeconds: number
  /** Which of these mints it can be asked for. */
  knows(mints: readonly string[]): readonly string[]
  request(mints: readonly string[]): { url: string; headers: Record<string, string> }
  /**
   * Total: whatever came, what makes sense in it is told, and the rest is left out.
   *
   * @param body Parsed JSON of any
   * shape.
   */
  read(body: unknown, mints: readonly string[]): Quote[]
}

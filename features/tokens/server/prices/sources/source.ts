import type { PriceSourceName } from '#features/tokens/prices.ts'

/** Price of one mint from a source, already checked for plausibility. */
export type Quote = {
  mint: string
  priceUsd: number
  change24h: number | null
  liquidityUsd: number | null
  poolVenue: string
  poolAddress: string
  /** Time of the price, where the source reports it. */
  at?: Date
}

/** A price source: its requests and how responses are read. */
export type PriceSource = {
  name: PriceSourceName
  /** Cooldown after a response, to save its allowance. */
  cooldownSeconds: number
  /** Returns the mints that this source can be queried for. */
  knows(mints: readonly string[]): readonly string[]
  request(mints: readonly string[]): { url: string; headers: Record<string, string> }
  /**
   * Reads plausible quotes from a response of any shape and ignores the rest.
   *
   * @param body Parsed JSON of any shape.
   */
  read(body: unknown, mints: readonly string[]): Quote[]
}

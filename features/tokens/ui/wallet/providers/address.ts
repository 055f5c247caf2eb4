const base58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Returns whether a value looks like a Solana address: base58, 32 to 44 characters. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && base58.test(value)
}

/** Shortens an address to its first 4 and last 4 characters. */
export function shortenAddress(address: string): string {
  return `${address.slice(0, 4)}...${address.slice(-4)}`
}

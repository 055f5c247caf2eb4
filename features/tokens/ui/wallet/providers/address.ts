const base58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Whether a wallet handed out what an address on Solana looks like: base58, 32 to 44 characters. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && base58.test(value)
}

/** An address as it is shown: its first 4 and last 4 characters. */
export function shortenAddress(address: string): string {
  return `${address.slice(0, 4)}...${address.slice(-4)}`
}

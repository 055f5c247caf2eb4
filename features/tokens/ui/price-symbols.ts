/** What the price panels list, in this order. */
export const priceSymbols = [
  { symbol: 'SOL', name: 'Solana' },
  { symbol: 'SWDZ', name: 'SWADEZ' },
  { symbol: 'SWDX', name: 'SWADEX' },
] as const

/** How a price reads that nobody has told us: the sign on screen, and the words behind it. */
export const unknownPrice = { sign: 'N/A', words: 'not available' } as const

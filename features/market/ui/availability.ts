import type { Collection } from '#features/market/contract.ts'

/** Whether a piece can be had: all of them are minted, minting has ended, an exchange sells them, or none does yet. */
export type Availability = 'sold-out' | 'closed' | 'on-sale' | 'not-yet'

/** What can be had of a collection; one that is sold out or closed may still be looked at on its exchange. */
export function availabilityOf({
  minted,
  supply,
  status,
  url,
}: Pick<Collection, 'minted' | 'supply' | 'status' | 'url'>): Availability {
  if (minted >= supply) return 'sold-out'
  if (status === 'closed') return 'closed'
  return url ? 'on-sale' : 'not-yet'
}

/** Pieces that can still be minted. */
export function leftOf(collection: Pick<Collection, 'minted' | 'supply' | 'status' | 'url'>): number {
  const availability = availabilityOf(collection)
  return availability === 'on-sale' || availability === 'not-yet' ? collection.supply - collection.minted : 0
}

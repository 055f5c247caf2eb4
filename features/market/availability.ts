/** Availability of a collection: fully minted, minting ended, sold on an exchange, or not on sale right now. */
type Availability = 'sold-out' | 'closed' | 'on-sale' | 'not-on-sale'

/** The fields of a collection that decide whether it is on sale. */
type Sale = { minted: number; supply: number; status: 'active' | 'closed'; url: string }

/** Returns the availability of a collection; one that is sold out or closed may still link to its exchange. */
export function availabilityOf({ minted, supply, status, url }: Sale): Availability {
  if (minted >= supply) return 'sold-out'
  if (status === 'closed') return 'closed'
  return url ? 'on-sale' : 'not-on-sale'
}

/** Returns how many pieces can still be minted. */
export function leftOf(collection: Sale): number {
  const availability = availabilityOf(collection)
  return availability === 'on-sale' || availability === 'not-on-sale' ? collection.supply - collection.minted : 0
}

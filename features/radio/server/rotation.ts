import { createHash } from 'node:crypto'

/** What the choice of the next recording looks at. */
export type Candidate = { id: string; artist: string }

/** Part of the library that plays before a recording may come again. */
const rest = 0.6

/** How many of the last plays the choice looks back on, for a library of this size. */
export function rotationMemory(librarySize: number): number {
  return Math.max(1, Math.floor(librarySize * rest))
}

/**
 * The recording that plays at a position: a pure function, so that every process comes to the same one without asking
 * another. None comes again before 60 % of the library has played, none follows one of the same artist where another is
 * left.
 *
 * @param before Ids of what played before, the newest last; more than {@link rotationMemory} of them change nothing.
 * @returns undefined for an empty library.
 */
export function chooseRecording<Item extends Candidate>(
  position: number,
  before: readonly string[],
  library: readonly Item[],
): Item | undefined {
  const resting = new Set(before.slice(-rotationMemory(library.length)))
  const rested = library.filter(({ id }) => !resting.has(id))
  const candidates = rested.length > 0 ? rested : library
  const lastArtist = library.find(({ id }) => id === before.at(-1))?.artist
  const others = candidates.filter(({ artist }) => artist !== lastArtist)
  return first(position, others.length > 0 ? others : candidates)
}

/** Shuffled anew at each position, the same way in every process. */
function first<Item extends Candidate>(position: number, items: readonly Item[]): Item | undefined {
  let chosen: { item: Item; rank: string } | undefined
  for (const item of items) {
    const rank = createHash('sha256').update(`swade radio ${position} ${item.id}`).digest('hex')
    if (!chosen || rank < chosen.rank) chosen = { item, rank }
  }
  return chosen?.item
}

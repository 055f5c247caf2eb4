import { createHash } from 'node:crypto'

/** A recording the rotation can choose. */
type Candidate = { id: string; artist: string }

/** Share of the library that plays before a recording may repeat. */
const rest = 0.6

/** Returns the number of recent plays the choice considers, for a library of this size. */
export function rotationMemory(librarySize: number): number {
  return Math.max(1, Math.floor(librarySize * rest))
}

/**
 * Chooses the recording for a position. It is a pure function, so every process chooses the same one. No recording
 * repeats before 60 % of the library has played, and none follows one of the same artist if another is available.
 *
 * @param before Ids of the previous plays, newest last; more than {@link rotationMemory} of them change nothing.
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

/** Shuffles differently for each position, but the same way in every process. */
function first<Item extends Candidate>(position: number, items: readonly Item[]): Item | undefined {
  let chosen: { item: Item; rank: string } | undefined
  for (const item of items) {
    const rank = createHash('sha256').update(`swade radio ${position} ${item.id}`).digest('hex')
    if (!chosen || rank < chosen.rank) chosen = { item, rank }
  }
  return chosen?.item
}

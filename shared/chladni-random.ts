/**
 * Computes a 32-bit hash of a text (FNV-1a over UTF-16 units with a final avalanche, so that similar slugs differ
 * widely).
 *
 * @returns An unsigned integer, 0–4,294,967,295; the same on every machine.
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Creates a seeded random number generator (mulberry32): deterministic on every machine, not for secrets.
 *
 * @returns A function that returns the next number, 0 ≤ number < 1.
 */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

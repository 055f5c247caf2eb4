export type Random = () => number

/** Mulberry32 seeded by a word: the same word always yields the same numbers in [0, 1). */
export function seededRandom(seed: string): Random {
  let state = 2166136261
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A bell-shaped deviate with unit variance, never beyond ±2.5: hands drift, they do not jump. */
export function drift(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(random() + 1e-12))
  return Math.max(-2.5, Math.min(2.5, radius * Math.cos(2 * Math.PI * random())))
}

/** Maximum change of brightness per second; 0…1 is the whole range. */
const maxChangePerSecond = 0.4

/**
 * Follows a loudness with light that never flashes: an increase of a tenth and the decrease after it take half a
 * second, so there are at most two changes per second, below the three that WCAG 2.3.1 allows.
 *
 * @returns The next brightness, 0…1.
 * @see https://www.w3.org/TR/WCAG22/#three-flashes-or-below-threshold
 */
export function followCalmly(brightness: number, loudness: number, seconds: number): number {
  const target = Math.min(1, Math.max(0, loudness))
  const change = maxChangePerSecond * Math.min(0.1, Math.max(0, seconds))
  return brightness + Math.min(change, Math.max(-change, target - brightness))
}

/** Returns the mean of band levels 0–255, as 0…1. */
export function loudnessOf(levels: Uint8Array | undefined): number {
  if (!levels || levels.length === 0) return 0
  return levels.reduce((sum, level) => sum + level, 0) / levels.length / 255
}

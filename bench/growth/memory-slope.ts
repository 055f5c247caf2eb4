/** Memory of a process at a time since the start of the measurement. */
export type MemorySample = { atMs: number; megabytes: number }

/**
 * Returns the slope of the straight line that fits the samples best, by least squares.
 *
 * @param fromMs Earlier samples are left out: caches and the heap of a process fill at first.
 * @returns MB per minute; undefined with fewer than three samples.
 */
export function memorySlope(samples: readonly MemorySample[], fromMs = 0): number | undefined {
  const counted = samples.filter(({ atMs }) => atMs >= fromMs)
  if (counted.length < 3) return undefined
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const minutes = counted.map(({ atMs }) => atMs / 60_000)
  const memory = counted.map(({ megabytes }) => megabytes)
  const [meanMinutes, meanMemory] = [mean(minutes), mean(memory)]
  const spread = minutes.reduce((sum, minute) => sum + (minute - meanMinutes) ** 2, 0)
  const together = minutes.reduce((sum, minute, at) => sum + (minute - meanMinutes) * (memory[at]! - meanMemory), 0)
  return spread === 0 ? undefined : together / spread
}

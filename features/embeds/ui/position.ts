/**
 * Formats the position and the length of a recording. As on the pages of the site, the length is rounded, and the
 * position reaches it.
 */
export function formatProgress(seconds: number, length: number): { passed: string; length: string } {
  const rounded = formatPosition(Math.round(length))
  return { passed: Math.floor(seconds) >= Math.floor(length) ? rounded : formatPosition(seconds), length: rounded }
}

/** Formats a position for players: `1:05`, or `1:02:05` from an hour on. @param seconds Any number ≥ 0. */
function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part, index) =>
    String(part).padStart(index ? 2 : 1, '0'),
  )
  const hours = Math.floor(whole / 3600)
  return hours > 0 ? `${hours}:${parts[0]!.padStart(2, '0')}:${parts[1]}` : parts.join(':')
}

/**
 * Milliseconds that this process and its threads have computed so far; what other programs take from it meanwhile does
 * not count.
 */
export function computedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

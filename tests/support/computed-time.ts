/** Returns the CPU time of this process and its threads, in milliseconds. */
export function computedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

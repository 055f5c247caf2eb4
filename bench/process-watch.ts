import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMb } from './measured-site.ts'

/** Resources that a process used while it was watched. */
export type Usage = { cpuSeconds: number; highestMb: number }

/** CPU seconds a process and its threads have used so far. */
export function cpuSecondsOf(pid: number): number {
  // The program's name may hold anything but ends with the last bracket; user and system time are the 14th and 15th
  // field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Watches a process until the returned function is called. */
export function watchProcess(pid: number): () => Usage {
  const before = cpuSecondsOf(pid)
  let highestMb = residentMb(pid)
  const sample = () => (highestMb = Math.max(highestMb, residentMb(pid)))
  const timer = setInterval(sample, 1000)
  return () => {
    clearInterval(timer)
    sample()
    return { cpuSeconds: cpuSecondsOf(pid) - before, highestMb }
  }
}

/**
 * Waits until a process is idle, for at most fifteen minutes. After its first start the site imports its books and, 15
 * s later, renders their pages for some minutes, which must not count as visitors' load.
 */
export async function untilQuiet(pid: number): Promise<void> {
  // Longer than any pause of the site between its own tasks.
  const quiet = { ofACore: 0.03, seconds: 20 }
  for (let left = 900 / quiet.seconds; left > 0; left -= 1) {
    const before = cpuSecondsOf(pid)
    await sleep(quiet.seconds * 1000)
    if (cpuSecondsOf(pid) - before < quiet.ofACore * quiet.seconds) return
  }
}

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMb } from './measured-site.ts'

/** What a process used up while it was watched. */
export type Usage = { cpuSeconds: number; highestMb: number }

/** CPU seconds a process and its threads have used so far. */
export function cpuSecondsOf(pid: number): number {
  // The program's name may hold anything but ends with the last bracket; user and system time are the 14th and 15th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Watches a process from now on, until the returned function is called. */
export function watchProcess(pid: number): () => Usage {
  const before = cpuSecondsOf(pid)
  let highestMb = residentMb(pid)
  const look = () => (highestMb = Math.max(highestMb, residentMb(pid)))
  const timer = setInterval(look, 1000)
  return () => {
    clearInterval(timer)
    look()
    return { cpuSeconds: cpuSecondsOf(pid) - before, highestMb }
  }
}

/** After a start the site waits so long before it draws pages, with some room. */
const beforeDrawingMs = 17_000

/**
 * Waits until a process that was just started has nothing of its own to do: after a first start the site draws the pages of its books for some minutes,
 * and what that takes is no visitor's. Goes on after ten minutes in any case.
 */
export async function untilQuiet(pid: number): Promise<void> {
  // Between two pages it rests for three seconds at most.
  const quiet = { ofACore: 0.05, seconds: 6 }
  await sleep(beforeDrawingMs)
  for (let left = 600 / quiet.seconds; left > 0; left -= 1) {
    const before = cpuSecondsOf(pid)
    await sleep(quiet.seconds * 1000)
    if (cpuSecondsOf(pid) - before < quiet.ofACore * quiet.seconds) return
  }
}

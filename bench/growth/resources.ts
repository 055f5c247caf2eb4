import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type pg from 'pg'

/**
 * Processes by the name under which their processor time is counted. Children count with their parent, unless they have
 * a group of their own.
 */
export type ProcessGroups = Record<string, readonly number[]>

/** Processor time in cores: 1 is one core for the whole time. */
export type CoresUsed = {
  groups: Record<string, number>
  /** Of all processes of the machine, those of others included. */
  machine: number
  /** Number of cores of the machine. */
  available: number
}

/** A machine or a process is full from this share of its cores on; the rest is lost when processes are switched. */
const fullFrom = 0.9

/**
 * Runs a load and measures which processes use how much of the processor meanwhile.
 *
 * @param groups Living processes; with children that have ended and have been waited for.
 */
export async function measureCores<T>(
  groups: ProcessGroups,
  act: () => Promise<T>,
): Promise<{ result: T } & CoresUsed> {
  const elsewhere = new Set(Object.values(groups).flat())
  const totals = () =>
    Object.fromEntries(
      Object.entries(groups).map(([name, pids]) => [name, pids.reduce((sum, pid) => sum + cpuOf(pid, elsewhere), 0)]),
    )
  const from = performance.now()
  const [before, machineBefore] = [totals(), busySeconds()]
  const result = await act()
  const seconds = (performance.now() - from) / 1000
  const after = totals()
  const used = Object.entries(after).map(([name, total]) => [name, (total - before[name]!) / seconds] as const)
  return {
    result,
    groups: Object.fromEntries(used),
    machine: (busySeconds() - machineBefore) / seconds,
    available: availableParallelism(),
  }
}

/**
 * Returns what limits a load: all cores of the machine, or the groups whose main thread fills a core.
 *
 * @param threads Number of processes of a group, each with one main thread; 1 by default.
 */
export function findFull({ groups, machine, available }: CoresUsed, threads: Record<string, number> = {}): string {
  const full = Object.entries(groups).flatMap(([name, cores]) =>
    cores >= fullFrom * (threads[name] ?? 1) ? [`${name} (${cores.toFixed(2)} cores)`] : [],
  )
  if (machine >= fullFrom * available) {
    const others = machine - Object.values(groups).reduce((sum, cores) => sum + cores, 0)
    // On a machine with other work the figures say little, so this is printed.
    const shared = others > 0.1 * available ? `, ${others.toFixed(2)} by other programs` : ''
    return [`all ${available} cores${shared}`, ...full].join(', ')
  }
  return full.join(', ') || 'nothing'
}

/** Returns the process of the PostgreSQL server that a pool is connected to, on this machine. */
export async function findDatabaseProcess(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return Number(fieldsOf(rows[0]!.pid)[1])
}

/** Seconds of a process, of its children without a group of their own, and of children that have ended. */
function cpuOf(pid: number, elsewhere: ReadonlySet<number>): number {
  const fields = fieldsOf(pid)
  const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100
  const children = childrenOf(pid).filter((child) => !elsewhere.has(child))
  return children.reduce((sum, child) => {
    try {
      return sum + cpuOf(child, elsewhere)
    } catch {
      // The process ended since it was listed, and counts with its parent.
      return sum
    }
  }, own)
}

/** Fields of /proc/<pid>/stat behind the name, which may hold anything but ends with the last bracket. */
function fieldsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    } catch {
      return []
    }
  })
}

/** Returns the busy seconds of all cores of the machine. */
function busySeconds(): number {
  const [user, nice, system, , , interrupts, soft, stolen] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user! + nice! + system! + interrupts! + soft! + (stolen ?? 0)) / 100
}

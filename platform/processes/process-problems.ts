import type { SiteProcess } from './queries.ts'

/** Clock difference between a host and the database above which times become unreliable. */
const maxClockOffsetMs = 5_000

/** A fault in how the processes of a site are set up. */
export type ProcessProblem = {
  /** Stable identifier, such as `worker` or `clock-<host>`. */
  key: string
  /** One-line summary. */
  title: string
  /** Sentences that say what fails because of it and what to do. */
  detail: string
}

/**
 * Finds faults in the set of running processes: a missing role, storage that is not shared, and wrong clocks.
 *
 * @param needsStation Whether the built-in station is used.
 */
export function findProcessProblems(
  processes: readonly Pick<SiteProcess, 'role' | 'host' | 'storageId' | 'clockOffsetMs'>[],
  { needsStation }: { needsStation: boolean },
): ProcessProblem[] {
  const runs = (role: string) => processes.some((one) => one.role === role || one.role === 'all')
  const problems: ProcessProblem[] = []
  if (!runs('worker'))
    problems.push({
      key: 'worker',
      title: 'No worker is running',
      detail:
        'Newsletters are not sent, and uploads, book pages and station recordings are not processed. Start a process with ROLE=worker or ROLE=all.',
    })
  if (needsStation && !runs('station'))
    problems.push({
      key: 'station',
      title: 'No station is running',
      detail:
        'The radio repeats its rotation, but accepted tracks are not scheduled and plays are not recorded. Start a process with ROLE=station or ROLE=all.',
    })
  const storages = Map.groupBy(processes, ({ storageId }) => storageId)
  if (storages.size > 1)
    problems.push({
      key: 'storage',
      title: 'Processes do not share their files',
      detail: `These processes use different file storage: ${[...storages.values()].map(describe).join('; ')}. Files stored by one are missing in the others. Give every process the same storage: mount one folder as DATA_DIR/files on all hosts, or configure object storage (S3_BUCKET) for all.`,
    })
  const offsets = new Map<string, number>()
  for (const { host, clockOffsetMs } of processes)
    if (Math.abs(clockOffsetMs) > Math.abs(offsets.get(host) ?? 0)) offsets.set(host, clockOffsetMs)
  for (const [host, offsetMs] of offsets)
    if (Math.abs(offsetMs) > maxClockOffsetMs)
      problems.push({
        key: `clock-${host}`,
        title: `The clock of ${host} is wrong`,
        detail: `It is ${Math.round(Math.abs(offsetMs) / 1000)} seconds ${offsetMs > 0 ? 'ahead of' : 'behind'} the database’s. Sign-in codes, schedules and payment checks depend on it. Synchronize the clocks of all hosts (NTP).`,
      })
  return problems
}

function describe(processes: readonly Pick<SiteProcess, 'role' | 'host'>[]): string {
  return [...new Set(processes.map(({ role, host }) => `ROLE=${role} on ${host}`))].join(', ')
}

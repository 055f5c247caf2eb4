import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { findProcessProblems, type ProcessProblem } from './process-problems.ts'
import { deleteProcess, listProcesses, readDatabaseTime, saveHeartbeat, type SiteProcess } from './queries.ts'

/** An idle site makes few transactions, so heartbeats are rare. */
const heartbeatMs = 20_000

type Log = Record<'info' | 'warn', (details: object, message: string) => void>

/** The processes of the site, on all hosts, and whether they fit together. */
export type Processes = {
  /** Registers this process and sends its heartbeat from now on. */
  start(): Promise<void>
  /** Sends the heartbeat once and logs problems that appeared or disappeared. */
  heartbeat(): Promise<void>
  /** Lists the running processes. A process that was killed is listed for up to 50 seconds. */
  list(): Promise<SiteProcess[]>
  /** Returns the current problems; none before this process is registered. */
  problems(): Promise<ProcessProblem[]>
  /** Removes this process, so that the others notice at once. */
  stop(): Promise<void>
}

/**
 * Creates the list of processes.
 *
 * @param deps.storageId Names the file storage of this process.
 * @param deps.host Name of this host.
 * @see docs/decisions/054-processes.md
 */
export function createProcesses({
  db,
  config,
  clock,
  log,
  version,
  storageId,
  host = hostname(),
}: {
  db: Database['db']
  config: Pick<Config, 'ROLE' | 'AZURACAST_URL'>
  clock: Clock
  log: Log
  version: string
  storageId: string
  host?: string
}): Processes {
  const id = randomUUID()
  const role = config.ROLE
  let timer: NodeJS.Timeout | undefined
  let clockOffsetMs: number | undefined
  let isRegistered = false
  let isFailing = false
  let known = new Map<string, ProcessProblem>()

  /** Runs a query that returns the database's time and measures the clock of this host with it. */
  async function measureClock(readTime: () => Promise<number>): Promise<void> {
    const requestedMs = clock.now().getTime()
    const databaseMs = await readTime()
    const answeredMs = clock.now().getTime()
    // The true offset lies between these two; a slow answer alone must not look like a wrong clock.
    const [low, high] = [requestedMs - databaseMs, answeredMs - databaseMs]
    clockOffsetMs = Math.round(low > 0 ? low : high < 0 ? high : 0)
  }

  const needsStation = !config.AZURACAST_URL
  const problems = async () => (isRegistered ? findProcessProblems(await listProcesses(db), { needsStation }) : [])

  async function heartbeat(): Promise<void> {
    if (clockOffsetMs === undefined) await measureClock(() => readDatabaseTime(db))
    const row = { id, role, version, host, storageId, clockOffsetMs: clockOffsetMs ?? 0 }
    let others: Awaited<ReturnType<typeof saveHeartbeat>>['others'] = []
    await measureClock(async () => {
      const saved = await saveHeartbeat(db, row)
      others = saved.others
      return saved.nowMs
    })
    isRegistered = true
    const found = findProcessProblems([row, ...others], { needsStation })
    const current = new Map(found.map((problem) => [problem.key, problem]))
    for (const [key, { title, detail }] of current) if (!known.has(key)) log.warn({ problem: key, detail }, title)
    for (const [key, { title }] of known) if (!current.has(key)) log.info({ problem: key }, `resolved: ${title}`)
    known = current
  }

  let running: Promise<unknown> | undefined
  const heartbeatSafely = () =>
    (running ??= heartbeat()
      .then(
        () => (isFailing = false),
        (error: unknown) => {
          if (!isFailing) log.warn({ err: error }, 'process heartbeat failed; retrying')
          isFailing = true
        },
      )
      .finally(() => (running = undefined)))

  return {
    async start() {
      await heartbeat()
      timer = setInterval(() => void heartbeatSafely(), heartbeatMs).unref()
    },
    heartbeat,
    list: () => listProcesses(db),
    problems,
    async stop() {
      clearInterval(timer)
      await running
      if (!isRegistered) return
      isRegistered = false
      await deleteProcess(db, id).catch(() => undefined)
    },
  }
}

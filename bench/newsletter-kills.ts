import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testFolder } from '../platform/database/test-folder.ts'
import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { onInterrupt, type JsonProcess, startJsonProcess, startSink } from './newsletter/processes.ts'
import { readArguments } from '../scripts/usage.ts'

/*
 * Kills sending processes by `kill -9` and starts them again until the issue is sent.
 * `npm run bench:newsletter-kills -- [runs 50] [recipients 300] [connections 8] [both|embedded|postgres] [seconds per
 * run 120]`
 *
 * In half of the runs, the kill comes at a random time; in the others, just before or after a write to a socket, to the
 * mail server or the database. Measured on the embedded database and on PostgreSQL, with one worker and with three
 * (PostgreSQL: three processes, one of which is killed). Goal: received and uncertain deliveries make up the audience;
 * nobody is mailed twice; at most as many deliveries are uncertain as there are connections in flight.
 */
const usage =
  'Usage: npm run bench:newsletter-kills -- [runs, 50] [recipients, 300] [connections, 8] [both, embedded or postgres] [seconds per run, 120]'
const databases = ['both', 'embedded', 'postgres'] as const
const [points, recipients, connections, which, limitSeconds] = readArguments(usage, [50, 300, 8, databases, 120])
const { folder, remove } = testFolder()
const sink = await startSink({ LIST: '1' })
let failures = 0
let soFar: () => void = () => undefined
onInterrupt(() => soFar(), remove)

try {
  if (which !== 'postgres')
    for (const workers of [1, 3])
      await torture(`embedded, ${workers} workers`, { DATA_DIR: join(folder, `embedded-${workers}`) }, 1, workers)
  if (which !== 'embedded')
    for (const workers of [1, 3]) {
      const server = await startRealPostgres()
      await torture(
        `PostgreSQL, ${workers} workers`,
        { DATABASE_URL: server.url, DATA_DIR: join(folder, 'none') },
        workers,
        1,
      )
      await server.stop()
    }
} finally {
  await sink.stop()
  await remove()
}
if (failures > 0) process.exitCode = 1

async function torture(
  name: string,
  database: Record<string, string>,
  processes: number,
  workersEach: number,
): Promise<void> {
  const totals = { points: 0, killed: 0, uncertain: 0, mostUncertain: 0, twice: 0, missing: 0 }
  soFar = () =>
    console.log(
      `${name}: ${totals.points} of ${points} runs, ${totals.killed} killed while sending, ${recipients} recipients each: ${totals.twice} twice, ` +
        `${totals.missing} missing and not reported, ${totals.uncertain} uncertain in total, up to ${totals.mostUncertain} in one run`,
    )
  for (let point = 0; point < points; point += 1) {
    await sink.seen()
    const isChosen = point % 2 === 1
    const env = {
      ...database,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}?maxConnections=${connections}`,
      RECIPIENTS: String(recipients),
      WORKERS: String(workersEach),
      WORDS: '200',
    }
    const victim = startJsonProcess(
      'sending-process.ts',
      {
        ...env,
        NEW_ISSUE: '1',
        ...(isChosen
          ? {
              DIE_AT: String(10 + Math.floor((point / points) * recipients * 4)),
              ...(point % 4 === 1 ? { DIE_AFTER: '1' } : {}),
            }
          : {}),
      },
      limitSeconds,
    )
    await victim.hear('started')
    const others: JsonProcess[] = []
    for (let other = 1; other < processes; other += 1)
      others.push(startJsonProcess('sending-process.ts', env, limitSeconds))
    const end = victim.hear<Done>('done')
    if (!isChosen) {
      await sleep(randomInt(50, 1500))
      victim.process.kill('SIGKILL')
    }
    let done = await Promise.race([end, victim.ended.then(() => undefined)])
    if (!done) {
      totals.killed += 1
      await victim.ended
      const next = others[0] ?? startJsonProcess('sending-process.ts', env, limitSeconds)
      done = await next.hear<Done>('done')
      if (others.length === 0) await next.ended
    }
    await Promise.all(others.map(({ ended }) => ended))
    judge(name, point, totals, done, await sink.seen(), connections * workersEach)
    totals.points += 1
    if (totals.points % 5 === 0 && totals.points < points) soFar()
  }
  soFar()
}

type Done = { states: { state: string; total: number; emails: string[] | null }[] }

function judge(
  name: string,
  point: number,
  totals: Record<'uncertain' | 'mostUncertain' | 'twice' | 'missing', number>,
  done: Done | undefined,
  seen: Awaited<ReturnType<typeof sink.seen>>,
  inFlight: number,
) {
  const uncertain = done?.states.find(({ state }) => state === 'uncertain')?.emails ?? []
  const has = new Set([...(seen.recipients ?? []), ...uncertain])
  const missing = recipients - has.size
  totals.uncertain += uncertain.length
  totals.mostUncertain = Math.max(totals.mostUncertain, uncertain.length)
  totals.twice += seen.twice.length
  totals.missing += missing
  if (!done || missing !== 0 || seen.twice.length > 0 || uncertain.length > inFlight) {
    failures += 1
    console.log(
      `  ${name}, run ${point}: ${missing} missing, ${seen.twice.length} twice, ${uncertain.length} uncertain, ${JSON.stringify(done?.states.map(({ state, total }) => [state, total]))}`,
    )
  }
}

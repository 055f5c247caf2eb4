import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../scripts/build.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { openSiteDatabase } from '../tests/support/site-database.ts'
import { residentMb, scratchFolder, startMeasuredSite } from './measured-site.ts'

/*
 * Measures the database transactions per second of a site without visitors: pg_stat_database on the embedded
 * PostgreSQL, over 60 s. Goal: fewer than 2. `SECONDS=20` measures for so long, `REST_SECONDS=30` lets the site settle
 * for so long before.
 */
expectNoArguments(`Measures the database transactions per second of a site without visitors.

  npm run bench:idle-transactions`)
const seconds = Number(process.env['SECONDS'] ?? 60)
await ensureBuild()
const data = scratchFolder()
const site = await startMeasuredSite(data.path)
const pool = openSiteDatabase(data.path)

/** The server saves its counters when a session is idle for a second. The query itself is one transaction. */
async function commits(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.count)
}

// Imports of books, conversions and downloads of posters must end first.
await sleep(Number(process.env['REST_SECONDS'] ?? 90) * 1000)
const before = await commits()
await sleep(seconds * 1000)
const perSecond = ((await commits()) - before - 1) / seconds
const memory = residentMb(site.pid)
await pool.end()
await site.stop()
data.remove()

console.log(`transactions of an idle site      ${perSecond.toFixed(2)} a second, over ${seconds} s`)
console.log(`ratio to the goal of 2            ${(perSecond / 2).toFixed(2)}`)
console.log(`resident memory of the site       ${memory.toFixed(0)} MB`)

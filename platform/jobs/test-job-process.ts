import { z } from 'zod'
import { createChanges } from '#platform/database/changes.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { defineJob } from '#platform/feature.ts'
import { isQueueJob } from './job.ts'
import { createJobs } from './jobs.ts'

/*
 * Process for tests that runs the jobs of one queue until it is killed. It prints each job it starts and completes it,
 * unless its data contains `hangs`. Reads `MIGRATIONS_DIR` and `DATABASE_URL`.
 */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const { DATABASE_URL: databaseUrl, MIGRATIONS_DIR: migrationsDir = '' } = process.env
const database = await openDatabase({ databaseUrl, dataDir: '', migrationsDir, log })
const changes = createChanges({ database, log })
const jobs = createJobs({ database, changes, log, isRunning: true })
const own = [
  defineJob({
    name: 'test.kill',
    title: 'Wait to be killed',
    role: 'worker',
    data: z.object({ id: z.string(), hangs: z.boolean() }),
    async run({ id, hangs }) {
      process.stdout.write(`begun ${id}\n`)
      if (hangs) await new Promise(() => setInterval(() => undefined, 1000))
    },
  }),
].filter(isQueueJob)
await jobs.open(own, own)
await changes.listen()
await jobs.start()
process.stdout.write('ready\n')
process.on('SIGTERM', () => {
  void jobs
    .stop(200)
    .then(() => changes.stop())
    .then(() => database.close())
    .then(() => process.exit(0))
})

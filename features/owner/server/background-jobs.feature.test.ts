import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const owner = 'owner@swade.example'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite()
}, 60_000)
afterAll(() => site.close())
beforeEach(() => site.database.pool.query('delete from jobs.job'))

/** Runs due jobs with these names; errors are ignored. */
const run = (...names: string[]) => site.jobs.runNow(...names).catch(() => undefined)
const overview = () => site.services.backgroundJobs.overview()

/** Creates a job that fails every time, because it cannot read its data. */
async function failing(): Promise<{ id: string }> {
  await site.jobs.add(site.database.db, 'submissions.check', { id: 'no uuid' }, { key: 'broken' })
  await run('submissions.check')
  const { rows } = await site.database.pool.query<{ id: string }>(
    `select id from jobs.job where singleton_key = 'broken'`,
  )
  return rows[0]!
}

test('all jobs are listed with their description, queue and next run', async () => {
  await site.jobs.add(site.database.db, 'submissions.check', { id: '6f1c1e0e-6f0b-4a53-9e0e-3f1f4f3d2a10' })
  await run('submissions.delete-old-files')
  const { jobs, failures } = await overview()
  expect(failures).toEqual([])
  expect(jobs.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Check links to other sites', 'Check a submitted track']),
  )
  expect(jobs.filter(({ title }) => !/^[A-Z][^.]+$/.test(title))).toEqual([])
  const find = (name: string) => jobs.find((job) => job.name === name)
  expect(find('submissions.check')).toMatchObject({ queued: 1, state: 'idle', every: undefined })
  expect(find('submissions.delete-old-files')).toMatchObject({
    queued: 0,
    state: 'idle',
    every: '1h',
    durationMs: expect.any(Number),
  })
  expect(Date.parse(find('submissions.delete-old-files')!.nextRunAt!)).toBeGreaterThan(Date.now() + 50 * 60_000)
})

test('a failing job shows its last error and next attempt, and the owner can retry it', async () => {
  const { id } = await failing()
  const [failure] = (await overview()).failures
  expect(failure).toMatchObject({ id, name: 'submissions.check', title: 'Check a submitted track', attempts: 1 })
  expect(failure!.error).toBe('id: has an invalid format')
  expect(Date.parse(failure!.nextAttemptAt!)).toBeGreaterThan(Date.now())
  expect((await overview()).jobs.find(({ name }) => name === 'submissions.check')).toMatchObject({ state: 'failing' })

  // The job is not due yet, so only the owner's retry can run it again.
  await run('submissions.check')
  expect((await overview()).failures[0]).toMatchObject({ attempts: 1 })
  await site.services.backgroundJobs.retry('submissions.check', id, owner)
  await run('submissions.check')
  expect((await overview()).failures[0]).toMatchObject({ attempts: 2 })
  expect(await site.services.auditLog.list('job:submissions.check')).toMatchObject([
    { actor: owner, action: 'job.retry', detail: id },
  ])
})

test('a job whose retries are exhausted is listed as failed and is an action item', async () => {
  const { id } = await failing()
  await site.database.pool.query('update jobs.job set retry_limit = 0, start_after = now()')
  await run('submissions.check')
  expect((await overview()).failures).toMatchObject([{ id, nextAttemptAt: undefined }])
  const { items } = await site.services.inbox.list()
  const item = items.find(({ key }) => key.startsWith('job-failed:'))
  expect(item).toMatchObject({
    title: 'Background job failed: Check a submitted track',
    href: '/admin/background-jobs',
    action: { doneMessage: 'The background job “Check a submitted track” will run again.' },
  })
  await site.services.inbox.runAction(item!.key, owner)
  expect((await site.services.inbox.list()).items.filter(({ key }) => key.startsWith('job-failed:'))).toEqual([])
  await expect(site.services.inbox.runAction(item!.key, owner)).rejects.toMatchObject({
    code: expect.stringMatching(/conflict|not-found/),
  })
})

test.each([
  ['no.such-job', '6f1c1e0e-6f0b-4a53-9e0e-3f1f4f3d2a10', 'not-found'],
  ['submissions.check', "' or 1=1 --", 'not-found'],
  ['submissions.check', '6f1c1e0e-6f0b-4a53-9e0e-3f1f4f3d2a10', 'conflict'],
])('a retry of %s %s is rejected', async (name, id, code) => {
  await expect(site.services.backgroundJobs.retry(name, id, owner)).rejects.toMatchObject({ code })
})

test('the jobs of a restored copy are paused and have no next run until the owner resumes them', async () => {
  const { id } = await failing()
  await run('submissions.delete-old-files')
  await site.database.pool.query(`insert into restored_copies (id, made_at, restored_at) values (1, now(), now())`)
  onTestFinished(async () => void (await site.database.pool.query('delete from restored_copies')))
  const { isPaused, jobs, failures } = await overview()
  expect(isPaused).toBe(true)
  expect(jobs.filter(({ nextRunAt }) => nextRunAt !== undefined)).toEqual([])
  expect(jobs.find(({ name }) => name === 'submissions.delete-old-files')).toMatchObject({ state: 'paused' })
  expect(failures).toMatchObject([{ id }])
  expect(await site.services.backgroundJobs.retry('submissions.check', id, owner)).toEqual({ isPaused: true })
})

test('metrics count the jobs by type and state', async () => {
  await failing()
  const reply = await site.app.inject('/metrics')
  expect(reply.headers['content-type']).toContain('text/plain')
  expect(reply.body).toContain('background_jobs{name="submissions.check",state="retrying"} 1\n')
  expect(reply.body).toContain('background_jobs{name="submissions.check",state="failed"} 0\n')
  expect(reply.body).toMatch(/background_jobs_late_seconds\{name="submissions\.check"\} \d/)
  expect(reply.body).toMatch(/process_resident_memory_bytes \d+/)
})

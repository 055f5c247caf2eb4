import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { endBackupRun, insertBackupRun } from '#platform/backup/queries.ts'
import { createLog } from '#platform/log.ts'
import { observe } from '#platform/operations.ts'
import { AppError } from '#shared/errors.ts'
import { onFreePort } from '#tests/support/free-port.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listenForMetrics } from './metrics-routes.ts'

const root = join(import.meta.dirname, '../..')
const token = 'a-token-of-the-test-0123'
let site: TestSite

beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadPageHandles })
})
afterAll(() => site.close())

const read = async (of = site) => (await of.app.inject('/metrics')).body

test('requests are counted by route pattern, and no visitor can create a series', async () => {
  for (const id of ['aaaa', 'bbbb', '\'"}\\n{'])
    await site.app.inject(`/api/books/${encodeURIComponent(id)}/pdf?email=canary@example.com`)
  await site.app.inject('/api/canary-in-the-path')
  await site.app.inject({ method: 'PROPFIND', url: '/canary' })
  const text = await read()
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/books\/:\w+\/pdf",status="404"\} 3\n/,
  )
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/*",status="404"} 1\n')
  expect(text).not.toContain('canary')
})

test('operations are counted with their duration and outcome; a rejection is not a failure', async () => {
  await observe('storage', 'open', async () => undefined)
  await expect(
    observe('storage', 'open', async () => {
      throw new AppError('not-found', 'no such file')
    }),
  ).rejects.toThrow('no such file')
  await expect(
    observe('mail', 'smtp', async () => {
      throw new Error('connection refused')
    }),
  ).rejects.toThrow('connection refused')
  const text = await read()
  expect(text).toMatch(/storage_operation_duration_seconds_count\{name="open",outcome="success"\} [2-9]/)
  expect(text).toContain('mail_send_duration_seconds_count{name="smtp",outcome="failure"} 1\n')
})

test('queued emails are counted, and sent ones are not', async () => {
  const { database, outbox } = site
  const mail = { to: 'a@example.com', subject: 'Later', text: 'Later', html: '<p>Later</p>' }
  await outbox.enqueue(database.db, 'metrics:1', mail, new Date(Date.now() + 3_600_000))
  expect(await read()).toContain('mail_outbox{state="queued"} 1\n')
  expect(await read()).not.toContain('mail_outbox{state="sent"}')
})

test('during a database outage its metrics are omitted and reported as such', async () => {
  const broken = await buildTestSite()
  await broken.database.close()
  const text = await read(broken)
  expect(text).toContain('database_up 0\n')
  expect(text).toMatch(/process_resident_memory_bytes \d+/)
  expect(text).not.toContain('background_jobs{')
  await broken.close()
})

test.each([
  ['from this machine', {}, 200],
  ['through a proxy', { headers: { 'x-forwarded-for': '203.0.113.5' } }, 403],
  ['from another machine', { remoteAddress: '203.0.113.5' }, 403],
])('without a token, metrics %s are %o: %i', async (_name, request, status) => {
  const reply = await site.app.inject({ url: '/metrics', ...request })
  expect(reply.statusCode).toBe(status)
  if (status === 403) expect(reply.json().detail).toContain('METRICS_TOKEN')
})

test('with a token, only requests with it can read metrics, from anywhere', async () => {
  const guarded = await buildTestSite({ environment: { METRICS_TOKEN: token } })
  const statusWith = async (authorization?: string) => {
    const headers = authorization ? { authorization } : {}
    return (await guarded.app.inject({ url: '/metrics', remoteAddress: '203.0.113.5', headers })).statusCode
  }
  expect(await statusWith(`Bearer ${token}`)).toBe(200)
  expect(await statusWith(`bearer ${token}`)).toBe(200)
  for (const wrong of [undefined, 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token])
    expect(await statusWith(wrong)).toBe(401)
  await guarded.close()
})

test('a separate port serves metrics, and the public port no longer does', async () => {
  const separate = await buildTestSite({ environment: { METRICS_PORT: '9' }, pageBuild: loadPageHandles })
  expect(separate.app.hasRoute({ method: 'GET', url: '/metrics' })).toBe(false)
  await separate.close()
  expect(site.app.hasRoute({ method: 'GET', url: '/metrics' })).toBe(true)

  const metrics = { contentType: 'text/plain', countRequest() {}, read: async () => 'radio_listeners 3\n', close() {} }
  const answersOn = await onFreePort(async (port) => {
    const config = { HOST: '127.0.0.1', METRICS_PORT: port, METRICS_TOKEN: token }
    const server = await listenForMetrics({ metrics, config, log: createLog('silent') })
    const scrape = async (headers: Record<string, string>) => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
      return [answer.status, await answer.text()]
    }
    const answers = [await scrape({ authorization: `Bearer ${token}` }), await scrape({})]
    await server.close()
    return answers
  })
  expect(answersOn).toEqual([
    [200, 'radio_listeners 3\n'],
    [401, expect.stringContaining('METRICS_TOKEN')],
  ])
})

test('job failures are counted from zero, so that the first one is an increase', async () => {
  expect(await read()).toContain(
    'background_job_duration_seconds_count{name="owner.check-links",outcome="failure"} 0\n',
  )
})

test('a restored copy reports that it sends nothing', async () => {
  const copy = await buildTestSite()
  expect(await read(copy)).toContain('sending_paused 0\n')
  await copy.database.db.execute(sql`insert into restored_copies (id, made_at, restored_at) values (1, now(), now())`)
  expect(await read(copy)).toContain('sending_paused 1\n')
  await copy.close()
})

test('the interval of backups is reported, as 0 when they are off', async () => {
  expect(await read()).toContain('backup_interval_seconds 0\n')
})

test('the dashboard and the alerts name only metrics that are exported', async () => {
  const { db } = site.database
  const run = await insertBackupRun(db, { name: 'backup', place: 'here', startedAt: new Date() })
  await endBackupRun(db, run, { endedAt: new Date(), bytes: 1, error: '' })
  const exported = new Set(
    [...(await read()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  const dashboard = JSON.parse(readFileSync(join(root, 'deploy/grafana/dashboard.json'), 'utf8'))
  const alerts = parse(readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8'))
  const expressions: string[] = [
    ...dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
    ...alerts.groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
  ]
  expect(expressions.length).toBeGreaterThan(20)
  for (const expression of expressions) {
    const names = metricNames(expression)
    expect(names, expression).not.toEqual([])
    for (const name of names) expect(exported, expression).toContain(name)
  }
})

/** Returns the metrics of a PromQL expression: words that are no function, keyword, label, duration or string. */
function metricNames(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
  const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset', 'up', 'Inf', 'NaN'])
  return [...bare.matchAll(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)]
    .map(([word]) => word)
    .filter((word) => !keywords.has(word))
}

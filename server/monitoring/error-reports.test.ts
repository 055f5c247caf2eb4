import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createErrorReports } from './error-reports.ts'

/** A server that receives Sentry envelopes. */
const envelopes: { url: string | undefined; header: Record<string, unknown>; event: Record<string, unknown> }[] = []
let status = 200
const receiver = createServer((request, response) => {
  request.toArray().then((chunks: Buffer[]) => {
    const [header = '{}', , event = '{}'] = Buffer.concat(chunks).toString().split('\n')
    envelopes.push({ url: request.url, header: JSON.parse(header), event: JSON.parse(event) })
    response.writeHead(status, status === 429 ? { 'retry-after': '60' } : {}).end('{}')
  }, response.destroy)
})
let dsn: string

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  dsn = `http://publickey@127.0.0.1:${(receiver.address() as AddressInfo).port}/42`
})
afterAll(() => receiver.close())
beforeEach(() => {
  envelopes.length = 0
  status = 200
})

function createReportingLog(level: 'error' | 'silent' = 'error') {
  const reports = createErrorReports({ config: { SENTRY_DSN: dsn, isProduction: true, ROLE: 'web' } })
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  return { log: createLog(level, sink, reports.report), flush: () => reports.flush() }
}

test('a logged error is reported with type, message, stack, cause and the ids of its request', async () => {
  const { log, flush } = createReportingLog()
  const cause = new TypeError('the reason')
  log.child({ reqId: 'request-1' }).error({ err: new RangeError('out of range', { cause }) }, 'request failed')
  log.fatal({ err: new Error('the end'), job: 'delivery.send' }, 'process crashed')
  await flush()
  expect(envelopes).toHaveLength(2)
  const [first, second] = envelopes
  expect(first!.url).toMatch(/^\/api\/42\/envelope\/.*sentry_key=publickey/)
  expect(first!.event).toMatchObject({
    level: 'error',
    environment: 'production',
    tags: { role: 'web', request: 'request-1' },
    exception: {
      values: [
        { type: 'TypeError', value: 'the reason' },
        { type: 'RangeError', value: 'out of range' },
      ],
    },
  })
  expect(JSON.stringify(first!.event)).toContain('error-reports.test.ts')
  expect(second!.event).toMatchObject({ level: 'fatal', tags: { job: 'delivery.send' } })
})

test('parameters of statements, and everything but the error, are not reported', async () => {
  const { log, flush } = createReportingLog()
  const err = new Error('Failed query: insert into subscribers (email) values ($1)\nparams: canary@example.com')
  log.error({ err, email: 'canary@example.com', token: 'canary' }, 'request failed')
  await flush()
  expect(envelopes).toHaveLength(1)
  expect(JSON.stringify(envelopes)).not.toContain('canary')
})

test('warnings, lines without an error, and errors that the log leaves out are not reported', async () => {
  const { log, flush } = createReportingLog()
  log.warn({ err: new Error('a warning') }, 'retrying')
  log.error({ reason: 'no error object' }, 'email delivery failed')
  const silent = createReportingLog('silent')
  silent.log.error({ err: new Error('silent') }, 'request failed')
  await flush()
  await silent.flush()
  expect(envelopes).toEqual([])
})

test('at most 60 errors per minute are reported', async () => {
  let nowMs = 0
  const config = { SENTRY_DSN: dsn, isProduction: false, ROLE: 'all' } as const
  const reports = createErrorReports({ config, now: () => nowMs })
  const report = () =>
    reports.report({ error: { type: 'Error', message: 'again' }, message: '', level: 'error', fields: {} })
  for (let count = 0; count < 100; count += 1) report()
  await expect.poll(() => envelopes.length).toBe(60)
  nowMs = 60_000
  report()
  await expect.poll(() => envelopes.length).toBe(61)
})

test('a service that is unreachable or rejects reports loses only the report', async () => {
  status = 429
  const { log, flush } = createReportingLog()
  log.error({ err: new Error('one') }, 'request failed')
  await flush()
  log.error({ err: new Error('two') }, 'request failed')
  await flush()
  expect(envelopes).toHaveLength(1)

  const config = { SENTRY_DSN: 'http://key@127.0.0.1:1/1', isProduction: false, ROLE: 'all' } as const
  const unreachable = createErrorReports({ config })
  unreachable.report({ error: { type: 'Error', message: 'lost' }, message: '', level: 'error', fields: {} })
  await unreachable.flush()
})

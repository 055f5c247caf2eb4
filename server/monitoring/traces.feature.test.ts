import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { observe } from '#platform/operations.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { summarize } from '#platform/database/traced-statements.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  traceId: string
  parentSpanId?: string
  spanId: string
  name: string
  attributes: Attribute[]
  status: { code?: number }
}

/** A collector that receives OTLP over HTTP. */
const received: { authorization: string | undefined; url: string | undefined; body: string }[] = []
const collector = createServer((request, response) => {
  request.toArray().then((chunks: Buffer[]) => {
    const body = Buffer.concat(chunks).toString()
    received.push({ authorization: request.headers.authorization, url: request.url, body })
    response.setHeader('content-type', 'application/json').end('{}')
  }, response.destroy)
})
let site: TestSite
let spans: Span[]

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  site = await buildTestSite({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
      TRUSTED_PROXIES: '10.0.0.0/8',
    },
  })
  await site.app.inject({ url: '/api/', remoteAddress: '10.0.0.1', headers: { traceparent } })
  await site.app.inject({ url: '/api/canary-in-the-path?canary=1', headers: { traceparent } })
  await site.app.inject({
    method: 'POST',
    url: '/api/newsletter/subscribe',
    payload: { email: 'canary@example.com' },
  })
  await observe('mail', 'smtp', async () => {
    throw new Error('canary@example.com was refused')
  }).catch(() => undefined)
  await site.close()
  spans = received.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
})
afterAll(() => collector.close())

test('spans reach the collector with its key, at the latest when the process stops', () => {
  expect(received.length).toBeGreaterThan(0)
  expect(received[0]).toMatchObject({ url: '/v1/traces', authorization: 'Bearer collector-key' })
})

test('the trace of a trusted proxy is continued; that of a visitor is not', () => {
  const greeting = spans.find(({ name }) => name === 'GET /api/')
  expect(greeting).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' })
  const other = spans.find(({ name }) => name === 'GET /api/*')
  expect(other?.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
})

test('the statements of a request are child spans', () => {
  const request = spans.find(({ name }) => name === 'POST /api/newsletter/subscribe')!
  const children = spans.filter(({ traceId, spanId }) => traceId === request.traceId && spanId !== request.spanId)
  expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^INSERT /)]))
  for (const { parentSpanId } of children) expect(parentSpanId).toBeTruthy()
})

test('a failed operation is an error; spans contain no URL, parameter, address or message', () => {
  expect(spans.find(({ name }) => name === 'mail smtp')?.status.code).toBe(2)
  expect(JSON.stringify(received.map(({ body }) => body))).not.toContain('canary')
})

test.each([
  ['select * from "mail_outbox" where id = $1', 'SELECT mail_outbox'],
  ['insert into subscribers (email) values ($1)', 'INSERT subscribers'],
  ['\n UPDATE orders SET state = 1', 'UPDATE orders'],
  ['BEGIN', 'BEGIN'],
  ["select 'canary'", 'SELECT'],
  ['', 'SQL'],
])('%j is summarized as %s', (statement, summary) => {
  expect(summarize(statement)).toBe(summary)
})

import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createPeerTrust, createRequestIds } from './request-log.ts'

let site: TestSite
let printed = ''

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      printed += String(chunk)
      done()
    },
  })
  site = await buildTestSite({
    // The log shows errors only, the access log is on nevertheless.
    log: createLog('error', sink),
    environment: { ACCESS_LOG: 'on', TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' },
    pageBuild: loadPageHandles,
  })
})
afterAll(() => site.close())

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

test.each([
  ['API calls', { url: '/api/' }],
  ['unknown endpoints', { url: '/api/nothing' }],
  ['unreadable addresses', { url: '/%' }],
  [
    'rejected bodies',
    { method: 'POST', url: '/api/newsletter/subscribe', payload: '{', headers: { 'content-type': 'application/json' } },
  ],
  ['unknown methods', { method: 'PURGE', url: '/' }],
  ['health checks', { url: '/readyz' }],
  ['failed pages', { url: '/books' }],
])('responses to %s have an id of their own', async (_name, request) => {
  const ids = new Set<string>()
  for (let round = 0; round < 2; round += 1) {
    const { headers } = await site.app.inject(request as { url: string })
    expect(headers['x-request-id']).toMatch(uuid)
    ids.add(String(headers['x-request-id']))
  }
  expect(ids.size).toBe(2)
})

test.each([
  ['a well-formed id of a trusted proxy', '10.1.2.3', 'edge-7f3a.2026', true],
  ['a trusted proxy in IPv6 notation', '::ffff:10.1.2.3', 'edge-7f3a.2026', true],
  ['an untrusted client', '203.0.113.5', 'edge-7f3a.2026', false],
  ['a line break', '10.1.2.3', 'edge-7f3a\nforged', false],
  ['quotes', '10.1.2.3', 'edge"},{"a":"', false],
  ['an address', '10.1.2.3', 'someone@example.com', false],
  ['an overlong id', '10.1.2.3', 'a'.repeat(129), false],
  ['an empty id', '10.1.2.3', '', false],
])('%s is kept or replaced: %s %j %s', async (_name, remoteAddress, id, isKept) => {
  const reply = await site.app.inject({ url: '/api/', remoteAddress, headers: { 'x-request-id': id } })
  if (isKept) expect(reply.headers['x-request-id']).toBe(id)
  else expect(reply.headers['x-request-id']).toMatch(uuid)
})

test('without trusted proxies no request id is adopted', () => {
  const request = { headers: { 'x-request-id': 'edge-7f3a.2026' }, socket: { remoteAddress: '127.0.0.1' } }
  expect(createRequestIds(createPeerTrust('none'))(request as never)).toMatch(uuid)
})

test('each response is logged in one line with route, status and duration, and without URL, address or agent', async () => {
  printed = ''
  const reply = await site.app.inject({
    url: '/api/newsletter/unsubscribe/canary-token?email=canary@example.com',
    remoteAddress: '198.51.100.77',
    headers: { 'user-agent': 'canary-agent', 'referer': 'https://canary.example/', 'cookie': 'swade-shelf=canary' },
  })
  await site.app.inject('/my-books/open/canary-token')
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines[0]).toMatchObject({
    msg: 'request answered',
    reqId: reply.headers['x-request-id'],
    method: 'GET',
    status: reply.statusCode,
    durationMs: expect.any(Number),
    route: expect.stringMatching(/^\/api\//),
  })
  expect(lines.filter(({ msg }) => msg === 'request answered')).toHaveLength(2)
  expect(printed).not.toMatch(/canary|198\.51/)
})

test('a disconnected client is logged, too', async () => {
  printed = ''
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = site.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  // Only a request that has arrived can be aborted.
  site.app.server.once('request', () => socket.destroy())
  socket.write(
    'POST /api/newsletter/subscribe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  )
  await expect.poll(() => printed).toContain('"isAborted":true')
})

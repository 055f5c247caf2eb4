import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLink } from './check-link.ts'

const requests: string[] = []
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (request.url === '/hangs') return
    const to = /^\/to\?(.*)$/.exec(request.url ?? '')?.[1]
    if (to) return void response.writeHead(302, { location: decodeURIComponent(to) }).end()
    if (request.url === '/endless') {
      response.writeHead(200).flushHeaders()
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(timer)).on('error', () => undefined)
      return
    }
    const isFine = request.url === '/' || (request.url === '/get-only' && request.method === 'GET')
    response.writeHead(isFine ? 200 : request.url === '/get-only' ? 405 : 404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const checkLocal = (path: string, timeoutMs = 1_000) =>
  checkLink(origin + path, { localHosts: [new URL(origin).host], timeoutMs })
const to = (address: string) => `/to?${encodeURIComponent(address)}`

test('a link is checked by its status, with GET if HEAD is rejected', async () => {
  expect(await checkLocal('/')).toEqual({ status: 200 })
  expect(await checkLocal('/get-only')).toEqual({ status: 200 })
  expect(await checkLocal('/gone')).toEqual({ status: 404 })
})

test('a link has the status at the end of its redirects, four at most', async () => {
  expect(await checkLocal(to('/'))).toEqual({ status: 200 })
  expect(await checkLocal(to('/get-only'))).toEqual({ status: 200 })
  expect(await checkLocal(to('/gone'))).toEqual({ status: 404 })
  const four = to(to(to(to('/gone'))))
  expect(await checkLocal(four)).toEqual({ status: 404 })
  expect(await checkLocal(to(four))).toEqual({ failure: 'too many redirects' })
})

test('a redirect into the local network is rejected like any such address, at any step', async () => {
  const other = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  let isRequested = false
  other.on('connection', () => (isRequested = true))
  const { port } = other.address() as AddressInfo
  for (const inside of [`https://127.0.0.1:${port}/`, `https://localhost:${port}/`, 'https://169.254.169.254/latest'])
    for (const way of [to(inside), to(to(inside))])
      expect(await checkLocal(way), way).toEqual({ failure: 'the host name resolves to a private network address' })
  for (const odd of [`http://127.0.0.1:${port}/`, 'file:///etc/passwd'])
    expect(await checkLocal(to(odd)), odd).toEqual({
      failure: 'it redirects to another URL, which must start with https:// and contain no username or password',
    })
  expect(isRequested).toBe(false)
  await new Promise((resolve) => other.close(resolve))
})

test('a link that hangs, never ends or is unreachable does not block the check', async () => {
  expect(await checkLocal('/hangs', 200)).toEqual({ failure: 'no response within 0.2 s' })
  expect(await checkLocal('/endless')).toEqual({ status: 200 })
  expect(await checkLink('http://127.0.0.1:1/', { localHosts: ['127.0.0.1:1'] })).toEqual({
    failure: 'connection refused',
  })
})

test('no address of the local network is requested, by address or by name, and only plain https is allowed', async () => {
  const before = requests.length
  const port = new URL(origin).port
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
  ])
    expect(await checkLink(`http://${host}:${port}/`, { protocols: ['http:'], timeoutMs: 1_000 }), host).toEqual({
      failure: 'the host name resolves to a private network address',
    })
  for (const address of [origin, 'https://user:word@example.com/', 'file:///etc/passwd', 'no address'])
    expect(await checkLink(address), address).toHaveProperty('failure')
  expect(requests.length).toBe(before)
})

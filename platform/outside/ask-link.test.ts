import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askLink } from './ask-link.ts'

const asked: string[] = []
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/hangs') return
    if (request.url === '/moved') return void response.writeHead(302, { location: '/secret' }).end()
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

const local = { isAllowed: (address: string) => address === '127.0.0.1', protocols: ['http:'], timeoutMs: 1_000 }

test('what stands there is told by its status, with GET where HEAD is refused, and no redirect is followed', async () => {
  expect(await askLink(`${origin}/`, local)).toEqual({ status: 200 })
  expect(await askLink(`${origin}/get-only`, local)).toEqual({ status: 200 })
  expect(await askLink(`${origin}/gone`, local)).toEqual({ status: 404 })
  expect(await askLink(`${origin}/moved`, local)).toEqual({ status: 302 })
  expect(asked).not.toContain('HEAD /secret')
})

test('one that hangs, never ends or is not there holds nobody up', async () => {
  expect(await askLink(`${origin}/hangs`, { ...local, timeoutMs: 200 })).toEqual({ failure: 'no answer within 0.2 s' })
  expect(await askLink(`${origin}/endless`, local)).toEqual({ status: 200 })
  expect(await askLink('http://127.0.0.1:1/', local)).toEqual({ failure: 'nobody takes the connection' })
})

test('nothing of this network is ever asked, by address or by name, nor anything but plain https', async () => {
  const before = asked.length
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
    expect(await askLink(`http://${host}:${port}/`, { protocols: ['http:'], timeoutMs: 1_000 }), host).toEqual({
      failure: 'its name leads into a network that is not public',
    })
  for (const address of [origin, 'https://user:word@example.com/', 'file:///etc/passwd', 'no address'])
    expect(await askLink(address), address).toHaveProperty('failure')
  expect(asked.length).toBe(before)
})

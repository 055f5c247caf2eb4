import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkPublicAddress } from './public-address.ts'

async function serve(reply: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => reply(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns an address on which no server listens. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

const check = (origin: string) => checkPublicAddress(origin, AbortSignal.timeout(5_000))
const json = (body: object) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test('an address that leads to this site has no problem', async () => {
  expect(await check(await serve(json({ ok: true, version: '1.0.0' })))).toBeUndefined()
})

test.each<[string, (response: ServerResponse) => void, string, string]>([
  ['a parked domain', (response) => response.end('<h1>Buy this domain</h1>'), 'another site answers at', 'DNS record'],
  ['JSON of another service', json({ status: 'up' }), 'another site answers at', 'the proxy forwards'],
  ['a proxy without this site', (response) => response.writeHead(502).end(), 'responded with 502', 'the proxy'],
  [
    'a redirect',
    (response) => response.writeHead(301, { location: 'https://www.label.example/healthz' }).end(),
    'redirects to https://www.label.example',
    'Set PUBLIC_ORIGIN',
  ],
  [
    'a redirect to its own sign-in page',
    (response) => response.writeHead(302, { location: '/login' }).end(),
    'responded with 302, but the response is not from this site',
    'the proxy forwards',
  ],
])('%s reports which server responds and what to do', async (_name, reply, message, remedy) => {
  const problem = await check(await serve(reply))
  expect(problem?.message).toContain(message)
  expect(problem?.remedy).toContain(remedy)
})

test('an unresolvable domain, a closed port and a port without TLS are reported differently', async () => {
  expect(await check('https://nowhere.invalid')).toEqual({
    message: 'the domain nowhere.invalid was not found',
    remedy: expect.stringContaining('add a DNS record that points the domain'),
  })
  const closed = await closedAddress()
  expect(await check(closed)).toEqual({
    message: `${closed} cannot be reached: connection refused`,
    remedy: expect.stringContaining('the firewall'),
  })
  const plain = (await serve(json({ ok: true, version: '1' }))).replace('http:', 'https:')
  expect(await check(plain)).toEqual({
    message: `a secure connection to ${plain} failed: no supported TLS protocol`,
    remedy: expect.stringContaining('certificate'),
  })
})

import { afterEach, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
afterEach(() => site.close())

const signUpLimit = 20

async function start(proxies?: string) {
  site = await buildTestSite({ environment: proxies === undefined ? {} : { TRUSTED_PROXIES: proxies } })
}

let signUps = 0
async function signUp(peer: string, forwarded?: string): Promise<number> {
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/newsletter/subscribe',
    payload: { email: `trust${(signUps += 1)}@example.com` },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    remoteAddress: peer,
  })
  return reply.statusCode
}

async function refusals(count: number, peer: string, forwardedOf: (index: number) => string | undefined) {
  const codes = await Promise.all(Array.from({ length: count }, (_, index) => signUp(peer, forwardedOf(index))))
  return codes.filter((code) => code === 429).length
}

const proxyItems = async () =>
  (await site.services.inbox.list()).items
    .filter(({ key }) => key.startsWith('proxy:'))
    .map(({ key, detail }) => [key, detail])

test.each(['127.0.0.1', '::ffff:10.0.0.2'])(
  'behind the unlisted proxy %s visitors have separate limits, and the owner is notified',
  async (peer) => {
    await start()
    expect(await proxyItems()).toEqual([])
    expect(await refusals(signUpLimit + 5, peer, (index) => `198.51.100.${index}`)).toBe(0)
    expect(await refusals(signUpLimit + 5, peer, () => '203.0.113.7')).toBe(5)
    const shown = peer.replace('::ffff:', '')
    expect(await proxyItems()).toEqual([['proxy:internal', expect.stringContaining(`Set TRUSTED_PROXIES=${shown} `)]])
  },
)

test('behind an unlisted proxy an attempt counts for the proxy as well, behind a listed one it does not', async () => {
  const countOfProxy = async () =>
    (await site.database.pool.query("select points from rate_limits where key like '%-proxy:%'")).rows
  await start()
  await refusals(3, '172.17.0.1', (index) => `198.51.100.${index}`)
  expect(await countOfProxy()).toEqual([{ points: 3 }])
  await site.close()
  await start('172.17.0.1')
  await refusals(3, '172.17.0.1', (index) => `198.51.100.${index}`)
  expect(await countOfProxy()).toEqual([])
})

test('a header from a public address changes no limit, and the owner gets instructions', async () => {
  await start()
  expect(await refusals(signUpLimit + 5, '203.0.113.50', (index) => `198.51.100.${index}`)).toBe(5)
  expect(await proxyItems()).toEqual([['proxy:public', expect.stringContaining('TRUSTED_PROXIES=none')]])
})

test('with TRUSTED_PROXIES=none the header changes nothing, and there is no warning', async () => {
  await start('none')
  expect(await refusals(signUpLimit + 3, '127.0.0.1', (index) => `198.51.100.${index}`)).toBe(3)
  expect(await proxyItems()).toEqual([])
})

test('a private proxy missing from the list is not trusted, and the owner is notified', async () => {
  await start('10.0.0.1')
  expect(await refusals(3, '10.0.0.1', (index) => `198.51.100.${index}`)).toBe(0)
  expect(await proxyItems()).toEqual([])
  expect(await refusals(signUpLimit + 3, '10.0.0.2', (index) => `198.51.100.${index}`)).toBe(3)
  // Anyone on the internet can send the header, and the list of proxies decides whether it counts.
  await signUp('203.0.113.50', '198.51.100.1')
  expect(await proxyItems()).toEqual([['proxy:unlisted', expect.stringContaining('Add 10.0.0.2 ')]])
})

test('a request from the proxy’s own machine through a listed proxy does not count as an unlisted one', async () => {
  await start('127.0.0.1')
  expect(await refusals(3, '127.0.0.1', () => '127.0.0.1')).toBe(0)
  expect(await proxyItems()).toEqual([])
})

test('all spellings of a client address count as one client', async () => {
  await start()
  const spellings: [string, (index: number) => string][] = [
    ['with a port', (index) => `203.0.113.7:${40_000 + index}`],
    ['with brackets and a port', (index) => `[2001:db8::7]:${40_000 + index}`],
    ['with an invented part before it', (index) => `198.51.100.${index}, 203.0.113.8`],
    ['with no address between', (index) => `198.51.100.${index}, unknown, 203.0.113.9`],
    ['with another proxy on the same machine behind it', () => '203.0.113.10, 127.0.0.1'],
    ['hidden', (index) => `_hidden${index}`],
  ]
  for (const [name, forwardedOf] of spellings)
    expect([name, await refusals(signUpLimit + 2, '127.0.0.1', forwardedOf)]).toEqual([name, 2])
})

test('listed proxies may add ports, too', async () => {
  await start('10.0.0.1')
  expect(await refusals(signUpLimit + 2, '10.0.0.1', (index) => `203.0.113.7:${40_000 + index}`)).toBe(2)
  expect(await refusals(signUpLimit + 2, '10.0.0.1', (index) => `203.0.113.${8 + index}:443`)).toBe(0)
})

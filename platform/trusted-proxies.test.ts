import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { isInternalAddress } from './trusted-proxies.ts'

const problemsOf = (value: string): string[] => {
  try {
    readConfig({ TRUSTED_PROXIES: value })
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems
  }
}

test.each([
  ['127.0.0.1', ['127.0.0.1']],
  [' 10.0.0.0/8 , ::1,', ['10.0.0.0/8', '::1']],
  ['2001:DB8::/32', ['2001:db8::/32']],
  ['Loopback, uniquelocal, linklocal', ['loopback', 'uniquelocal', 'linklocal']],
  ['::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
  ['None', 'none'],
])('%j is parsed and accepted by the HTTP server', (value, expected) => {
  const proxies = readConfig({ TRUSTED_PROXIES: value }).TRUSTED_PROXIES
  expect(proxies).toEqual(expected)
  if (Array.isArray(proxies)) expect(() => Fastify({ trustProxy: proxies })).not.toThrow()
})

test.each([
  ['10.0.0.0/33', 'TRUSTED_PROXIES: "10.0.0.0/33" has an invalid range; the number after the slash must be 1 to 32'],
  ['::1/129', 'TRUSTED_PROXIES: "::1/129" has an invalid range; the number after the slash must be 1 to 128'],
  ['0.0.0.0/0', 'TRUSTED_PROXIES: "0.0.0.0/0" would trust every address; list only your own proxies'],
  ['::/0', 'TRUSTED_PROXIES: "::/0" would trust every address; list only your own proxies'],
  ['10.0.0.1, none', 'TRUSTED_PROXIES: must not combine none with addresses'],
  [',', 'TRUSTED_PROXIES: must list addresses or ranges such as 10.0.0.0/8, or be none'],
])('%j is rejected with one sentence', (value, problem) => {
  expect(problemsOf(value)).toEqual([problem])
})

test.each([
  'nginx',
  'true',
  '1',
  '10.0.0',
  '010.0.0.1',
  '10.0.0.1:80',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  'fe80::1%eth0',
  '*',
])('%j is rejected, and the error names it', (entry) => {
  expect(problemsOf(`127.0.0.1,${entry}`)).toEqual([expect.stringContaining(JSON.stringify(entry))])
})

test('all invalid entries are reported at once', () => {
  expect(problemsOf('proxy.local, 10.0.0.1, 300.1.1.1')).toHaveLength(2)
})

test('addresses of this machine and of private networks are internal, all others are not', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:172.17.0.1', '10.9.8.7', '192.168.1.1', '100.64.0.9', 'fd12::3'])
    expect(isInternalAddress(address), address).toBe(true)
  expect(isInternalAddress('fe80::1%eth0')).toBe(true)
  for (const address of ['203.0.113.50', '172.32.0.1', '100.128.0.1', '2001:db8::1', '::ffff:8.8.8.8', '', 'unknown'])
    expect(isInternalAddress(address), address).toBe(false)
})

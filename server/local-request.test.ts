import { expect, test } from 'vitest'
import { addressFor } from './local-request.ts'

const leadsTo = (path: string, ip: string, headers: Record<string, string>) =>
  addressFor({ ip, headers }, new URL(`https://swade.example${path}`)).pathname

test.each([
  ['by its name', '127.0.0.1', 'localhost:3000'],
  ['by its name in capitals', '127.0.0.1', 'LOCALHOST'],
  ['by its address', '::ffff:127.0.0.1', '127.0.0.1:8080'],
  ['over IPv6', '::1', '[::1]:3000'],
])('visitors on this machine see the pages for developers: %s', (_how, ip, host) => {
  for (const path of ['/dev/outbox', '/dev/ui', '/dev/outbox.data']) expect(leadsTo(path, ip, { host })).toBe(path)
})

test.each<[string, string, Record<string, string>]>([
  ['in the network', '192.168.1.20', { host: '192.168.1.5:3000' }],
  ['in the network, under one of our names', '192.168.1.20', { host: 'localhost:3000' }],
  ['behind a proxy', '127.0.0.1', { host: 'swade.example' }],
  ['behind a proxy that hides the name', '127.0.0.1', { 'host': '127.0.0.1:3000', 'x-forwarded-for': '127.0.0.1' }],
  ['with a name that starts like ours', '127.0.0.1', { host: 'localhost.evil.example' }],
  ['with a name that ends like ours', '127.0.0.1', { host: 'evil.localhost' }],
  ['without a name', '127.0.0.1', {}],
])('other visitors get not found: %s', (_who, ip, headers) => {
  for (const path of [
    '/dev/outbox',
    '/dev',
    '/dev/',
    '/DEV/outbox/',
    '//dev/outbox',
    '/%64ev/ui',
    '/dev%2Foutbox',
    '/x/../dev/ui',
  ])
    expect(leadsTo(path, ip, headers), path).toBe('/not-found')
  for (const path of ['/dev/outbox.data', '/Dev/outbox/_.data'])
    expect(leadsTo(path, ip, headers), path).toBe('/not-found.data')
})

test.each(['/es/dev/outbox', '/es/dev/outbox.data', '/es//dev/ui'])(
  'a language prefix does not open such a page to others: %s',
  (path) => {
    expect(leadsTo(path, '203.0.113.9', { host: 'swade.example' })).toMatch(/^\/not-found(\.data)?$/)
    expect(leadsTo(path, '127.0.0.1', { host: 'localhost:3000' })).toBe(path)
  },
)

test('the test checkout can be limited to this machine', () => {
  const local = (path: string, ip: string) =>
    addressFor({ ip, headers: { host: 'localhost:3000' } }, new URL(`https://swade.example${path}`), [
      'dev',
      'test-checkout',
    ]).pathname
  for (const path of ['/test-checkout/cs_test_1', '/es/test-checkout/cs_test_1', '/Test-Checkout/cs_test_1.data']) {
    expect(local(path, '127.0.0.1')).toBe(path)
    expect(local(path, '192.168.1.20')).toMatch(/^\/not-found/)
    expect(leadsTo(path, '192.168.1.20', {})).toBe(path)
  }
  expect(local('/test-checkouts', '192.168.1.20')).toBe('/test-checkouts')
})

test('all other pages are open to everyone', () => {
  for (const path of ['/', '/books', '/developers', '/artist/dev', '/%ff', '/books.data'])
    expect(leadsTo(path, '203.0.113.9', { host: 'swade.example' })).toBe(path)
})

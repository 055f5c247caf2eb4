import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FramedSiteFake, startFramedSiteFake } from '#tests/support/framed-site-fake.ts'
import { lookAtSite } from './look-at-site.ts'

const origin = 'http://swade.localhost:3000'
let fake: FramedSiteFake
beforeAll(async () => {
  fake = await startFramedSiteFake()
})
afterAll(() => fake.close())

const look = (path: string, rules: { origin?: string; timeoutMs?: number } = {}) =>
  lookAtSite(fake.origin + path, { origin, localHosts: [fake.host], ...rules })

test.each(['/fine', '/allowed-by-policy', '/reported-only'])('the site at %s may be framed', async (path) => {
  expect(await look(path)).toEqual({
    status: 'up',
    frame: { src: fake.origin + path, origins: [fake.origin] },
    trouble: '',
  })
})

test.each([
  ['/denied', { status: 'up', why: 'refused' }],
  ['/own-only', { status: 'up', why: 'refused' }],
  ['/denied-by-second-policy', { status: 'up', why: 'refused' }],
  ['/moved?to=/denied', { status: 'up', why: 'refused' }],
  ['/file', { status: 'up', why: 'no-page' }],
  ['/download', { status: 'up', why: 'no-page' }],
  ['/status/403', { status: 'unknown', why: 'shy' }],
  ['/status/404', { status: 'down', why: 'down' }],
  ['/status/503', { status: 'down', why: 'down' }],
  ['/loop', { status: 'unknown', why: 'unsafe' }],
])('the site at %s stands behind a card', async (path, expected) => {
  const found = await look(path)
  expect(found).toMatchObject(expected)
  expect(found.frame).toBeUndefined()
})

test('a frame leads where the redirects end, and every origin on the way is told', async () => {
  const other = await startFramedSiteFake()
  try {
    const found = await lookAtSite(`${fake.origin}/moved?to=${other.origin}/fine`, {
      origin,
      localHosts: [fake.host, other.host],
    })
    expect(found.frame).toEqual({ src: `${other.origin}/fine`, origins: [fake.origin, other.origin] })
  } finally {
    await other.close()
  }
})

test('a site that hangs is down within its time, and one that never ends is only looked at', async () => {
  expect(await look('/hangs', { timeoutMs: 300 })).toMatchObject({
    status: 'down',
    trouble: 'no response within 0.3 s',
  })
  expect(await look('/endless')).toMatchObject({ status: 'up' })
})

test('what leads to this site itself, or over http to a page over TLS, is never framed', async () => {
  expect(await look('/fine', { origin: fake.origin })).toMatchObject({ status: 'up', why: 'ours' })
  expect(await look('/fine', { origin: 'https://swade.example' })).toMatchObject({ status: 'up', why: 'refused' })
})

test('nothing inside the network is asked that is not listed, at the first address or behind a redirect', async () => {
  const other = await startFramedSiteFake()
  try {
    for (const to of [
      `${other.origin}/fine`,
      `https://${other.host}/fine`,
      'http://169.254.169.254/latest',
      'https://[::1]/',
      'file:///etc/passwd',
    ])
      expect((await look(`/moved?to=${encodeURIComponent(to)}`)).frame, to).toBeUndefined()
    expect(await lookAtSite(`${other.origin}/fine`, { origin })).toMatchObject({ why: 'unsafe' })
    expect(other.asked).toEqual([])
  } finally {
    await other.close()
  }
})

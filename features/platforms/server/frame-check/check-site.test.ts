import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FramedSiteFake, startFramedSiteFake } from '#tests/support/framed-site-fake.ts'
import { checkSite } from './check-site.ts'

const origin = 'http://swade.localhost:3000'
let fake: FramedSiteFake
beforeAll(async () => {
  fake = await startFramedSiteFake()
})
afterAll(() => fake.close())

const check = (path: string, rules: { origin?: string; timeoutMs?: number } = {}) =>
  checkSite(fake.origin + path, { origin, localHosts: [fake.host], ...rules })

test.each(['/fine', '/allowed-by-policy', '/reported-only'])('the site at %s may be framed', async (path) => {
  expect(await check(path)).toEqual({
    status: 'up',
    frame: { src: fake.origin + path, origins: [fake.origin] },
    error: '',
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
])('the site at %s is shown as a card', async (path, expected) => {
  const found = await check(path)
  expect(found).toMatchObject(expected)
  expect(found.frame).toBeUndefined()
})

test('a frame uses the final address, and all origins of the redirects are listed', async () => {
  const other = await startFramedSiteFake()
  try {
    const found = await checkSite(`${fake.origin}/moved?to=${other.origin}/fine`, {
      origin,
      localHosts: [fake.host, other.host],
    })
    expect(found.frame).toEqual({ src: `${other.origin}/fine`, origins: [fake.origin, other.origin] })
  } finally {
    await other.close()
  }
})

test('a site that hangs is down after the timeout, and an endless response is not read', async () => {
  expect(await check('/hangs', { timeoutMs: 300 })).toMatchObject({
    status: 'down',
    error: 'no response within 0.3 s',
  })
  expect(await check('/endless')).toMatchObject({ status: 'up' })
})

test('a site that leads to this origin, or to http from an https page, is never framed', async () => {
  expect(await check('/fine', { origin: fake.origin })).toMatchObject({ status: 'up', why: 'ours' })
  expect(await check('/fine', { origin: 'https://swade.example' })).toMatchObject({ status: 'up', why: 'refused' })
})

test('hosts inside the local network are not requested unless listed, directly or through a redirect', async () => {
  const other = await startFramedSiteFake()
  try {
    for (const to of [
      `${other.origin}/fine`,
      `https://${other.host}/fine`,
      'http://169.254.169.254/latest',
      'https://[::1]/',
      'file:///etc/passwd',
    ])
      expect((await check(`/moved?to=${encodeURIComponent(to)}`)).frame, to).toBeUndefined()
    expect(await checkSite(`${other.origin}/fine`, { origin })).toMatchObject({ why: 'unsafe' })
    expect(other.requests).toEqual([])
  } finally {
    await other.close()
  }
})

import { beforeEach, expect, test } from 'vitest'
import { openTimedSite } from '#tests/support/timed-site.ts'
import type { SiteCheck } from '#features/platforms/contract.ts'
import { createSiteChecks } from './site-checks.ts'

const well = 'https://well.example/'
const ill = 'https://ill.example/'

const { site, requests, note, later, clock, log } = openTimedSite()
let urls: string[]
let answers: Record<string, SiteCheck>
let changes: number

beforeEach(async () => {
  changes = 0
  urls = [well, ill]
  answers = {
    [well]: { status: 'up', frame: { src: well, origins: ['https://well.example'] }, error: '' },
    [ill]: { status: 'down', why: 'down', error: 'responded with status 503' },
  }
  await site().database.pool.query('delete from platform_sites')
})

const open = () =>
  createSiteChecks({
    db: site().database.db,
    clock,
    log,
    urls: () => urls,
    onChange: () => (changes += 1),
    check: async (url) => {
      note(url)
      return answers[url]!
    },
  })

test('each address is checked hourly, a failing one every ten minutes, and only changes clear the page cache', async () => {
  const checks = open()
  expect(checks.find(well)).toEqual({ status: 'unknown', why: 'unasked' })
  await checks.now()
  expect(checks.find(well)).toEqual({ status: 'up', frame: { src: well, origins: ['https://well.example'] } })
  expect(checks.find(ill)).toEqual({ status: 'down', why: 'down' })
  expect(changes).toBe(1)
  await checks.now()
  expect(requests().toSorted()).toEqual([ill, well])
  later(11)
  await checks.now()
  expect(requests().filter((url) => url === ill)).toHaveLength(2)
  expect(changes).toBe(1)
  later(60)
  answers[ill] = { status: 'up', why: 'refused', error: '' }
  await checks.now()
  expect(requests().filter((url) => url === well)).toHaveLength(2)
  expect(checks.find(ill)).toEqual({ status: 'up', why: 'refused' })
  expect(changes).toBe(2)
})

test('two concurrent processes check each address once, and a third process reads the same results', async () => {
  await Promise.all([open().now(), open().now()])
  expect(requests().toSorted()).toEqual([ill, well])
  const third = open()
  await third.read()
  expect(third.find(well).frame?.src).toBe(well)
  expect(requests()).toHaveLength(2)
})

test('an unused address is deleted, and an invalid row is unknown', async () => {
  const checks = open()
  await checks.now()
  urls = [ill]
  await site().database.pool.query(`update platform_sites set site = '{"status":"sideways"}' where url = $1`, [ill])
  await checks.now()
  expect(checks.find(well)).toEqual({ status: 'unknown', why: 'unasked' })
  expect(checks.find(ill)).toEqual({ status: 'unknown', why: 'unasked' })
})

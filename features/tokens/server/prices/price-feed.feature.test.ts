import { expect, test } from 'vitest'
import { solMint } from '#features/tokens/prices.ts'
import { createPriceWorld, swdxMint, swdzMint } from './test-prices.ts'

const { world, open, fake, site, pass, due, queriedServices } = createPriceWorld()
const sol = { [solMint]: { usd: 147.48, change: 1.29, liquidityUsd: 621_679_197.6 } }

test('one request to the first source returns all its prices, with source, age and pool', async () => {
  fake().answer('jupiter', {
    prices: { ...sol, [swdzMint]: { usd: 0.004213, liquidityUsd: 12_400 }, [swdxMint]: { usd: 0.5 } },
  })
  const { read, poll } = open()
  await poll()
  pass(12)
  expect(queriedServices()).toEqual(['jupiter'])
  expect(decodeURIComponent(fake().requests[0]!.url)).toBe(`/price/v3?ids=${solMint},${swdzMint},${swdxMint}`)
  const { sol: solPrice, swdz, swdx } = await read()
  expect(solPrice).toMatchObject({
    price: 147.48,
    change24h: 1.29,
    source: 'jupiter',
    ageSeconds: 12,
    isStale: false,
    isThin: false,
    pool: null,
  })
  expect(swdz).toMatchObject({ price: 0.004213, change24h: null, mint: swdzMint, liquidityUsd: 12_400, isThin: true })
  expect(swdx).toMatchObject({ price: 0.5, liquidityUsd: null, isThin: false })
})

test('the second source is queried for missing prices, and its most liquid pool counts', async () => {
  fake().answer('jupiter', { prices: sol })
  fake().answer('dexscreener', { prices: { [swdzMint]: { usd: 0.0123, change: -3.5, liquidityUsd: 90_000 } } })
  const { read, poll } = open()
  await poll()
  expect(queriedServices()).toEqual(['jupiter', 'dexscreener'])
  expect(fake().requests[1]!.url).toBe(`/tokens/v1/solana/${swdzMint},${swdxMint}`)
  const { swdz, swdx } = await read()
  expect(swdz).toMatchObject({ price: 0.0123, change24h: -3.5, source: 'dexscreener', liquidityUsd: 90_000 })
  expect(swdz.pool).toEqual({ venue: 'raydium', address: 'DeepPool' })
  expect(swdx).toMatchObject({ price: null, at: null, source: null })
})

test('the third source is queried for SOL only, and then not again for two minutes', async () => {
  fake().answer('jupiter', { body: 'oops', status: 500 })
  fake().answer('dexscreener', { fault: 'reset' })
  fake().answer('coingecko', { prices: sol })
  world.now = new Date()
  const { read, poll } = open()
  await poll()
  expect(queriedServices()).toEqual(['jupiter', 'dexscreener', 'coingecko'])
  expect((await read()).sol).toMatchObject({ price: 147.48, source: 'coingecko', liquidityUsd: null })
  pass(60)
  await poll()
  expect(queriedServices().filter((service) => service === 'coingecko')).toHaveLength(1)
  pass(60)
  await poll()
  expect(queriedServices().filter((service) => service === 'coingecko')).toHaveLength(2)
})

test('the last valid price stays with its time: stale after five minutes, N/A after fifteen', async () => {
  fake().answer('jupiter', { prices: sol })
  const { read, poll } = open()
  await poll()
  fake().answer('jupiter', { fault: 'reset' })
  pass(299)
  await poll()
  expect((await read()).sol).toMatchObject({ price: 147.48, isStale: false, ageSeconds: 299 })
  pass(1)
  expect((await read()).sol).toMatchObject({ price: 147.48, isStale: true, at: '2026-11-22T12:00:00.000Z' })
  pass(599)
  expect((await read()).sol).toMatchObject({ price: 147.48 })
  pass(1)
  expect((await read()).sol).toMatchObject({
    price: null,
    change24h: null,
    liquidityUsd: null,
    at: '2026-11-22T12:00:00.000Z',
  })
})

test('one of many processes fetches per interval, and all have the prices', async () => {
  fake().answer('jupiter', { prices: sol })
  fake().answer('dexscreener', { prices: {} })
  const processes = Array.from({ length: 3 }, () => open({}, 60_000))
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all(processes.flatMap(({ poll }) => [poll(), poll()]))
    for (const { poll } of processes) await poll()
    expect(queriedServices().filter((service) => service === 'jupiter')).toHaveLength(round)
    for (const { read } of processes) expect((await read()).sol.price).toBe(147.48)
    await due()
  }
})

test('a rate limited source is skipped for as long as it specifies', async () => {
  fake().answer('jupiter', { body: '{}', status: 429, headers: { 'retry-after': '90' } })
  fake().answer('dexscreener', { prices: sol })
  const { poll } = open()
  await poll()
  pass(89)
  await poll()
  expect(queriedServices()).toEqual(['jupiter', 'dexscreener', 'dexscreener'])
  pass(2)
  await poll()
  expect(queriedServices().filter((service) => service === 'jupiter')).toHaveLength(2)
})

test('an error is logged once when it begins, whichever process fetches', async () => {
  fake().answer('jupiter', { body: '<h1>Bad gateway</h1>' })
  fake().answer('dexscreener', { prices: sol })
  const [one, other] = [open(), open()]
  for (const { poll } of [one, other, one]) await poll()
  expect(world.warned).toEqual(['price source failed: returned invalid JSON'])
  fake().answer('jupiter', { prices: sol })
  await one.poll()
  fake().answer('jupiter', { fault: 'reset' })
  await other.poll()
  expect(world.warned).toHaveLength(2)
})

test('the history has the last price of each 15 minutes, the reply one day, and old prices are deleted', async () => {
  const { read, poll } = open()
  for (const [minutes, usd] of [
    [0, 100],
    [10, 101],
    [5, 102.345678],
    [30, 104],
  ] as const) {
    pass(minutes * 60)
    fake().answer('jupiter', { prices: { [solMint]: { usd } } })
    await poll()
  }
  const { history, price } = (await read()).sol
  expect(history.prices.slice(-4)).toEqual([101, 102.346, null, 104])
  expect(history).toMatchObject({ stepSeconds: 900, startsAt: '2026-11-21T13:00:00.000Z' })
  expect(price).toBe(104)
  pass(9 * 86_400)
  await poll()
  const { rows } = await site().database.pool.query('select count(*)::int as count from token_price_points')
  expect(rows).toEqual([{ count: 1 }])
})

test('a price of the previous mint is not shown', async () => {
  fake().answer('jupiter', { prices: { [swdzMint]: { usd: 2 } } })
  await open().poll()
  const renamed = open({ SWDZ_MINT: `${swdzMint.slice(0, -1)}2` })
  await renamed.poll()
  expect((await renamed.read()).swdz).toMatchObject({ price: null, at: null })
})

test('a process without sources shows the prices of others and fetches none', async () => {
  fake().answer('jupiter', { prices: sol })
  await open().poll()
  const quiet = open({ PRICE_SOURCES: 'off' })
  await due()
  await quiet.poll()
  expect((await quiet.read()).sol.price).toBe(147.48)
  expect(queriedServices().filter((service) => service === 'jupiter')).toHaveLength(1)
})

test('the API key is sent to its source only', async () => {
  fake().answer('jupiter', { prices: sol })
  await open({ JUPITER_API_KEY: 'canary-key' }).poll()
  expect(fake().requests.map(({ service, headers }) => [service, headers['x-api-key']])).toEqual([
    ['jupiter', 'canary-key'],
    ['dexscreener', undefined],
  ])
})

test('a lost price creates an action item with a retry; the newsletter gets fresh prices only', async () => {
  fake().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 0.004213, change: -2.5, liquidityUsd: 90_000 } } })
  const { prices, poll } = open()
  await poll()
  expect(await prices.actionItems.list()).toEqual([])
  expect(prices.news().map(({ facts }) => facts)).toEqual([
    'One SOL cost $147.48 when this was written, +1.29% from the day before, according to Jupiter. Prices change by the minute.',
    'One SWDZ cost $0.004213 when this was written, -2.50% from the day before, according to Jupiter. Prices change by the minute.',
  ])
  fake().answer('jupiter', { prices: sol })
  pass(901)
  await poll()
  expect(prices.news()).toHaveLength(1)
  const [need, ...others] = await prices.actionItems.list()
  expect(others).toEqual([])
  expect(need).toMatchObject({
    key: 'price:SWDZ',
    detail:
      'The last price was $0.004213, from Jupiter. The token is no longer listed by Jupiter or DexScreener. Check whether it still has a market.',
    since: '2026-11-22T12:00:00.000Z',
    action: { label: 'Retry' },
  })
  await expect(prices.actionItems.runAction('price:SWDZ')).rejects.toMatchObject({ code: 'conflict' })
  fake().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 0.004 } } })
  await prices.actionItems.runAction('price:SWDZ')
  expect(await prices.actionItems.list()).toEqual([])
})

test('a price from a process whose clock runs ahead is replaced by the next one', async () => {
  fake().answer('jupiter', { prices: { [solMint]: { usd: 100 } } })
  pass(3600)
  await open().poll()
  pass(-3600)
  fake().answer('jupiter', { prices: { [solMint]: { usd: 101 } } })
  const { read, poll } = open()
  await poll()
  expect((await read()).sol).toMatchObject({ price: 101, ageSeconds: 0 })
})

test('a retry takes the lease: two clicks cause one fetch, and the next one is an interval away', async () => {
  fake().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 1 }, [swdxMint]: { usd: 2 } } })
  const { prices, poll } = open({}, 60_000)
  await poll()
  pass(901)
  await Promise.all([prices.actionItems.runAction('price:SWDZ'), prices.actionItems.runAction('price:SWDX')])
  await poll()
  expect(queriedServices().filter((service) => service === 'jupiter')).toHaveLength(2)
})

test('of two processes that start at once, the second does not fetch and polls again at once', async () => {
  const other = await site().database.pool.connect()
  try {
    await other.query('begin')
    await other.query(`insert into token_price_leases (name, due_at) values ('prices', now() + interval '1 minute')`)
    const { poll } = open({}, 60_000)
    const polling = poll()
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await site().database.pool.query(waiting)).rowCount).toBe(1)
    await other.query('commit')
    expect([await polling, queriedServices()]).toEqual([0, []])
    expect(await poll()).toBeGreaterThan(0)
  } finally {
    other.release()
  }
})

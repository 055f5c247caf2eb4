import { expect, test } from 'vitest'
import { solMint } from '#features/tokens/prices.ts'
import { openPriceWorld, swdxMint, swdzMint } from './test-prices.ts'

const { world, open, double, site, pass, due, asked } = openPriceWorld()
const sol = { [solMint]: { usd: 147.48, change: 1.29, liquidityUsd: 621_679_197.6 } }

test('one question to the first service tells all it knows, with source, age and pool', async () => {
  double().answer('jupiter', {
    prices: { ...sol, [swdzMint]: { usd: 0.004213, liquidityUsd: 12_400 }, [swdxMint]: { usd: 0.5 } },
  })
  const { read, look } = open()
  await look()
  pass(12)
  expect(asked()).toEqual(['jupiter'])
  expect(decodeURIComponent(double().asked[0]!.url)).toBe(`/price/v3?ids=${solMint},${swdzMint},${swdxMint}`)
  const { sol: told, swdz, swdx } = await read()
  expect(told).toMatchObject({
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

test('what the first leaves out the second is asked for, and its deepest pool counts', async () => {
  double().answer('jupiter', { prices: sol })
  double().answer('dexscreener', { prices: { [swdzMint]: { usd: 0.0123, change: -3.5, liquidityUsd: 90_000 } } })
  const { read, look } = open()
  await look()
  expect(asked()).toEqual(['jupiter', 'dexscreener'])
  expect(double().asked[1]!.url).toBe(`/tokens/v1/solana/${swdzMint},${swdxMint}`)
  const { swdz, swdx } = await read()
  expect(swdz).toMatchObject({ price: 0.0123, change24h: -3.5, source: 'dexscreener', liquidityUsd: 90_000 })
  expect(swdz.pool).toEqual({ venue: 'raydium', address: 'DeepPool' })
  expect(swdx).toMatchObject({ price: null, at: null, source: null })
})

test('the third is asked for SOL alone, and then left alone for two minutes', async () => {
  double().answer('jupiter', { body: 'oops', status: 500 })
  double().answer('dexscreener', { fault: 'reset' })
  double().answer('coingecko', { prices: sol })
  world.now = new Date()
  const { read, look } = open()
  await look()
  expect(asked()).toEqual(['jupiter', 'dexscreener', 'coingecko'])
  expect((await read()).sol).toMatchObject({ price: 147.48, source: 'coingecko', liquidityUsd: null })
  pass(60)
  await look()
  expect(asked().filter((service) => service === 'coingecko')).toHaveLength(1)
  pass(60)
  await look()
  expect(asked().filter((service) => service === 'coingecko')).toHaveLength(2)
})

test('a last good value stays with its time: marked after five minutes, none after fifteen', async () => {
  double().answer('jupiter', { prices: sol })
  const { read, look } = open()
  await look()
  double().answer('jupiter', { fault: 'reset' })
  pass(299)
  await look()
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

test('of many processes one asks in an interval, and all of them know', async () => {
  double().answer('jupiter', { prices: sol })
  double().answer('dexscreener', { prices: {} })
  const processes = Array.from({ length: 3 }, () => open({}, 60_000))
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all(processes.flatMap(({ look }) => [look(), look()]))
    for (const { look } of processes) await look()
    expect(asked().filter((service) => service === 'jupiter')).toHaveLength(round)
    for (const { read } of processes) expect((await read()).sol.price).toBe(147.48)
    await due()
  }
})

test('a service that is asked too often is left alone for as long as it says', async () => {
  double().answer('jupiter', { body: '{}', status: 429, headers: { 'retry-after': '90' } })
  double().answer('dexscreener', { prices: sol })
  const { look } = open()
  await look()
  pass(89)
  await look()
  expect(asked()).toEqual(['jupiter', 'dexscreener', 'dexscreener'])
  pass(2)
  await look()
  expect(asked().filter((service) => service === 'jupiter')).toHaveLength(2)
})

test('trouble is told once when it begins, by whoever asks', async () => {
  double().answer('jupiter', { body: '<h1>Bad gateway</h1>' })
  double().answer('dexscreener', { prices: sol })
  const [one, other] = [open(), open()]
  for (const { look } of [one, other, one]) await look()
  expect(world.warned).toEqual(['prices: jupiter answers something that is no JSON'])
  double().answer('jupiter', { prices: sol })
  await one.look()
  double().answer('jupiter', { fault: 'reset' })
  await other.look()
  expect(world.warned).toHaveLength(2)
})

test('our own record keeps the last price of each quarter of an hour, a day is told, and old ones are forgotten', async () => {
  const { read, look } = open()
  for (const [minutes, usd] of [
    [0, 100],
    [10, 101],
    [5, 102.345678],
    [30, 104],
  ] as const) {
    pass(minutes * 60)
    double().answer('jupiter', { prices: { [solMint]: { usd } } })
    await look()
  }
  const { history, price } = (await read()).sol
  expect(history.prices.slice(-4)).toEqual([101, 102.346, null, 104])
  expect(history).toMatchObject({ stepSeconds: 900, startsAt: '2026-11-21T13:00:00.000Z' })
  expect(price).toBe(104)
  pass(9 * 86_400)
  await look()
  const { rows } = await site().database.pool.query('select count(*)::int as count from token_price_points')
  expect(rows).toEqual([{ count: 1 }])
})

test('a price of the mint there was before is nobody’s', async () => {
  double().answer('jupiter', { prices: { [swdzMint]: { usd: 2 } } })
  await open().look()
  const renamed = open({ SWDZ_MINT: `${swdzMint.slice(0, -1)}2` })
  await renamed.look()
  expect((await renamed.read()).swdz).toMatchObject({ price: null, at: null })
})

test('who may ask nobody shows what others found, and asks nobody', async () => {
  double().answer('jupiter', { prices: sol })
  await open().look()
  const quiet = open({ PRICE_SOURCES: 'off' })
  await due()
  await quiet.look()
  expect((await quiet.read()).sol.price).toBe(147.48)
  expect(asked().filter((service) => service === 'jupiter')).toHaveLength(1)
})

test('the key goes to its service alone', async () => {
  double().answer('jupiter', { prices: sol })
  await open({ JUPITER_API_KEY: 'canary-key' }).look()
  expect(double().asked.map(({ service, headers }) => [service, headers['x-api-key']])).toEqual([
    ['jupiter', 'canary-key'],
    ['dexscreener', undefined],
  ])
})

test('the desk hears of a price that was lost, and may ask again; the letter hears of fresh ones only', async () => {
  double().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 0.004213, change: -2.5, liquidityUsd: 90_000 } } })
  const { prices, look } = open()
  await look()
  expect(await prices.needs.list()).toEqual([])
  expect(prices.news().map(({ facts }) => facts)).toEqual([
    'One SOL cost $147.48 when this was written, +1.29% against a day before, as Jupiter tells it. Prices change by the minute.',
    'One SWDZ cost $0.004213 when this was written, -2.50% against a day before, as Jupiter tells it. Prices change by the minute.',
  ])
  double().answer('jupiter', { prices: sol })
  pass(901)
  await look()
  expect(prices.news()).toHaveLength(1)
  const [need, ...others] = await prices.needs.list()
  expect(others).toEqual([])
  expect(need).toMatchObject({
    key: 'price:SWDZ',
    detail:
      'The last one was $0.004213, by Jupiter. It was left out by Jupiter and DexScreener: has it a market still?',
    since: '2026-11-22T12:00:00.000Z',
    action: { label: 'Ask again' },
  })
  await expect(prices.needs.runAction('price:SWDZ')).rejects.toMatchObject({ code: 'conflict' })
  double().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 0.004 } } })
  await prices.needs.runAction('price:SWDZ')
  expect(await prices.needs.list()).toEqual([])
})

test('a price written by a process whose clock runs ahead gives way to the next one', async () => {
  double().answer('jupiter', { prices: { [solMint]: { usd: 100 } } })
  pass(3600)
  await open().look()
  pass(-3600)
  double().answer('jupiter', { prices: { [solMint]: { usd: 101 } } })
  const { read, look } = open()
  await look()
  expect((await read()).sol).toMatchObject({ price: 101, ageSeconds: 0 })
})

test('asking by hand takes the turn: two presses at once are one question, and the next turn is an interval away', async () => {
  double().answer('jupiter', { prices: { ...sol, [swdzMint]: { usd: 1 }, [swdxMint]: { usd: 2 } } })
  const { prices, look } = open({}, 60_000)
  await look()
  pass(901)
  await Promise.all([prices.needs.runAction('price:SWDZ'), prices.needs.runAction('price:SWDX')])
  await look()
  expect(asked().filter((service) => service === 'jupiter')).toHaveLength(2)
})

test('of two processes that begin at the same moment the second asks nobody, and looks again at once', async () => {
  const other = await site().database.pool.connect()
  try {
    await other.query('begin')
    await other.query(`insert into token_price_turns (name, due_at) values ('prices', now() + interval '1 minute')`)
    const { look } = open({}, 60_000)
    const looking = look()
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await site().database.pool.query(waiting)).rowCount).toBe(1)
    await other.query('commit')
    expect([await looking, asked()]).toEqual([0, []])
    expect(await look()).toBeGreaterThan(0)
  } finally {
    other.release()
  }
})

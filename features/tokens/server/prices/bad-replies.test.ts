import { expect, test } from 'vitest'
import { solMint } from '#features/tokens/prices.ts'
import type { PriceScript } from '#tests/support/price-double.ts'
import { restSecondsOf } from './sources/ask-json.ts'
import { openPriceWorld } from './test-prices.ts'

const { open, double } = openPriceWorld()
const entry = (words: string): PriceScript => ({ body: `{"${solMint}":${words}}` })
const usd = (words: string) => entry(`{"usdPrice":${words},"priceChange24h":1}`)

/** What a service may come up with on a bad day, and none of it is a price. */
const bad: Record<string, PriceScript> = {
  'NaN': usd('NaN'),
  'Infinity': usd('Infinity'),
  '1e308': usd('1e308'),
  '1e999, which becomes infinite': usd('1e999'),
  '-1e308': usd('-1e308'),
  'a negative price': usd('-3'),
  'zero': usd('0'),
  'minus zero': usd('-0'),
  'less than anything': usd('1e-300'),
  'a string': usd('"147.48"'),
  'an empty string': usd('""'),
  'a string with markup': usd('"<img src=x onerror=alert(1)>"'),
  'true': usd('true'),
  'null': usd('null'),
  'a list': usd('[147.48]'),
  'an object': usd('{"value":147.48}'),
  'a whole number of 400 digits': usd('9'.repeat(400)),
  'a token that is null': entry('null'),
  'a token that is a number': entry('147.48'),
  'a token that is a list': entry('[]'),
  'a token without a price': entry('{}'),
  'another name of the price': entry('{"price":147.48}'),
  'a price up the prototype': { body: `{"__proto__":{"${solMint}":{"usdPrice":5}}}` },
  'another token': { body: '{"Other":{"usdPrice":5}}' },
  'nothing at all': { body: '' },
  'white space': { body: ' \n ' },
  'null for all': { body: 'null' },
  'a list for all': { body: '[]' },
  'a string for all': { body: '"147.48"' },
  'half an object': { body: `{"${solMint}":{"usdPrice":147.` },
  'two objects': { body: `{"${solMint}":{"usdPrice":1}}{}` },
  'HTML': { body: '<!doctype html><h1>It works!</h1>', headers: { 'content-type': 'text/html' } },
  'HTML in the clothes of JSON': { body: '<h1>Bad gateway</h1>' },
  'bytes of no encoding': { body: '\u{fffd}\0\u{1}'.repeat(50) },
  'a very deep list': { body: '['.repeat(120_000) + ']'.repeat(120_000) },
  '300 KB of spaces before a price': { body: `${' '.repeat(300 * 1024)}{"${solMint}":{"usdPrice":5}}` },
  'status 204': { body: '', status: 204 },
  'status 404': { body: `{"${solMint}":{"usdPrice":5}}`, status: 404 },
  'status 500': { body: `{"${solMint}":{"usdPrice":5}}`, status: 500 },
  'status 429 without a word of when': { body: '{}', status: 429 },
  'status 401': { body: '{}', status: 401 },
  'packed bytes that are not packed': { body: 'abc', headers: { 'content-encoding': 'gzip' } },
  'a redirect to a price': { fault: 'redirect' },
  'a redirect in a circle': { fault: 'loop' },
  'half an answer': { fault: 'half' },
  'a line that breaks': { fault: 'reset' },
  '10 GB': { fault: 'endless' },
}

test.each(Object.entries(bad))('%s is no price', async (_name, script) => {
  double().answer('jupiter', script)
  double().answer('dexscreener', script)
  double().answer('coingecko', script)
  const { look, read } = open({ SWDZ_MINT: '', SWDX_MINT: '' })
  await look()
  const { sol } = await read()
  expect(sol).toMatchObject({ price: null, change24h: null, liquidityUsd: null, source: null })
})

test('what hangs, hangs after its first words or drips is let go after four seconds, and the next one is asked', async () => {
  for (const fault of ['hang', 'hang-after-head', 'drip'] as const) {
    double().answer('jupiter', { fault })
    double().answer('dexscreener', { prices: { [solMint]: { usd: 150, liquidityUsd: 1e8 } } })
    const { look, read } = open({ SWDZ_MINT: '', SWDX_MINT: '' })
    await look()
    expect((await read()).sol, fault).toMatchObject({ price: 150, source: 'dexscreener' })
  }
}, 60_000)

test('nonsense beside a good price takes only itself away', async () => {
  double().answer('jupiter', entry('{"usdPrice":147.48,"priceChange24h":"up","liquidity":-5,"decimals":"many"}'))
  const { look, read } = open()
  await look()
  expect((await read()).sol).toMatchObject({ price: 147.48, change24h: null, liquidityUsd: null, isThin: false })
})

test('pairs that are strange leave the good ones', async () => {
  const pair = (priceUsd: unknown, depth: unknown) => ({
    chainId: 'solana',
    baseToken: { address: solMint },
    priceUsd,
    liquidity: { usd: depth },
  })
  const strange = [
    null,
    5,
    [],
    {},
    pair(147, 9e9),
    pair('NaN', 9e9),
    pair('0x10', 9e9),
    pair('-1', 9e9),
    { ...pair('1', 9e9), chainId: 'base' },
  ]
  double().answer('dexscreener', { body: JSON.stringify([...strange, pair('150.5', 1000)]) })
  const { look, read } = open()
  await look()
  expect((await read()).sol).toMatchObject({ price: 150.5, liquidityUsd: 1000, isThin: true })
})

test('how long to leave a service alone is read from its headers, within an hour', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const rest = (headers: Record<string, string>) => restSecondsOf(new Headers(headers), now)
  expect(rest({ 'retry-after': '90' })).toBe(90)
  expect(rest({ 'retry-after': 'Sun, 22 Nov 2026 12:02:00 GMT' })).toBe(120)
  expect(rest({ 'x-ratelimit-reset': String(now / 1000 + 33) })).toBe(33)
  expect(rest({})).toBe(60)
  for (const strange of ['0', '-5', 'soon', 'Sun, 22 Nov 2020 12:02:00 GMT'])
    expect(rest({ 'retry-after': strange })).toBeGreaterThanOrEqual(1)
  expect(rest({ 'retry-after': '99999999999' })).toBe(3600)
})

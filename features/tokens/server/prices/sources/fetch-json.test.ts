import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { endlessPriceReplies } from '#tests/support/bad-price-replies.ts'
import { startPriceFake, type PriceFake } from '#tests/support/price-fake.ts'
import { fetchJson, retryAfterSecondsOf } from './fetch-json.ts'

let fake: PriceFake
beforeAll(async () => void (fake = await startPriceFake()))
afterAll(() => fake.close())

const fetchPrices = (limits?: Parameters<typeof fetchJson>[3]) =>
  fetchJson(`${fake.env['JUPITER_BASE_URL']}/price/v3?ids=x`, {}, new AbortController().signal, limits)

test('a response may take four seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  onTestFinished(() => timeout.mockRestore())
  fake.answer('jupiter', { fault: 'hang' })
  expect(await fetchPrices()).toEqual({ ok: false, error: 'did not respond within 4 s' })
  expect(timeout).toHaveBeenCalledWith(4_000)
})

test('a response may have 256 KB and not a byte more', async () => {
  const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
  fake.answer('jupiter', { body: text(256 * 1024) })
  expect(await fetchPrices()).toMatchObject({ ok: true })
  fake.answer('jupiter', { body: text(256 * 1024 + 1) })
  expect(await fetchPrices()).toEqual({ ok: false, error: 'returned too much data' })
})

test.each(Object.entries(endlessPriceReplies))('%s is aborted after the timeout', async (_name, script) => {
  fake.answer('jupiter', script)
  expect(await fetchPrices({ timeMs: 150, bytes: 1024 })).toEqual({ ok: false, error: 'did not respond within 0.15 s' })
})

test('the cooldown is read from the headers, up to an hour', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const rest = (headers: Record<string, string>) => retryAfterSecondsOf(new Headers(headers), now)
  expect(rest({ 'retry-after': '90' })).toBe(90)
  expect(rest({ 'retry-after': 'Sun, 22 Nov 2026 12:02:00 GMT' })).toBe(120)
  expect(rest({ 'x-ratelimit-reset': String(now / 1000 + 33) })).toBe(33)
  expect(rest({})).toBe(60)
  for (const strange of ['0', '-5', 'soon', 'Sun, 22 Nov 2020 12:02:00 GMT'])
    expect(rest({ 'retry-after': strange })).toBeGreaterThanOrEqual(1)
  expect(rest({ 'retry-after': '99999999999' })).toBe(3600)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { endlessPriceReplies } from '#tests/support/bad-price-replies.ts'
import { openPriceDouble, type PriceDouble } from '#tests/support/price-double.ts'
import { askJson, defaultLimits, restSecondsOf } from './ask-json.ts'

let double: PriceDouble
beforeAll(async () => void (double = await openPriceDouble()))
afterAll(() => double.close())

test('an answer may take four seconds and have 256 KB', () => {
  expect(defaultLimits).toEqual({ timeMs: 4_000, bytes: 256 * 1024 })
})

test.each(Object.entries(endlessPriceReplies))('%s is let go when its time is over', async (_name, script) => {
  double.answer('jupiter', script)
  const url = `${double.env['JUPITER_BASE_URL']}/price/v3?ids=x`
  const answer = await askJson(url, {}, new AbortController().signal, { ...defaultLimits, timeMs: 150 })
  expect(answer).toEqual({ ok: false, trouble: 'gives no answer within 0.15 s' })
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

import { expect, test } from 'vitest'
import { campaignOfVisit, createRepetitionFilter, directSource, isVisit, sourceOfVisit } from './visitors.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test.each([
  ['a browser', {}, true],
  ['a browser with a reading cookie', { cookie: 'swade-shelf=1; not-swade-owner=2' }, true],
  ['no user agent', { 'user-agent': undefined }, false],
  ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, false],
  ['a preview of a chat', { 'user-agent': 'facebookexternalhit/1.1' }, false],
  ['a program', { 'user-agent': 'curl/8.5.0' }, false],
  ['a headless browser', { 'user-agent': firefox.replace('Firefox', 'HeadlessChrome') }, false],
  ['a prefetch of Chromium', { 'sec-purpose': 'prefetch;prerender' }, false],
  ['a prefetch of Firefox', { 'x-moz': 'prefetch' }, false],
  ['a preview of Safari', { 'x-purpose': 'preview' }, false],
  ['the owner', { cookie: 'a=b; __Host-swade-owner=secret' }, false],
  ['the owner without TLS', { cookie: 'swade-owner=secret' }, false],
])('%s is classified as a visit or not', (_name, headers, expected) => {
  expect(isVisit({ 'user-agent': firefox, ...headers })).toBe(expected)
})

test.each([
  ['', directSource],
  ['https://www.Example.org/a?q=secret', 'example.org'],
  ['https://news.example.org:8443/', 'news.example.org'],
  ['android-app://com.example.reader/', 'com.example.reader'],
  ['http://localhost:3000/books', undefined],
  ['https://swade.example/', undefined],
  ['javascript:alert(1)', directSource],
  ['not an address', directSource],
  ['https://münchen.example/', 'xn--mnchen-3ya.example'],
])('the source of %s is %s', (referrer, expected) => {
  expect(sourceOfVisit(referrer, ['localhost:3000', 'swade.example'])).toBe(expected)
})

test.each([
  ['', undefined],
  ['?q=1', undefined],
  ['?utm_source=letter&utm_medium=email&utm_campaign=issue-12', 'letter / email / issue-12'],
  ['?utm_source=letter', 'letter / – / –'],
  ['?utm_campaign=%20%20', undefined],
  ['?utm_source=a%40b.example', undefined],
  [`?utm_source=${'x'.repeat(500)}`, `${'x'.repeat(60)} / – / –`],
])('the campaign of %s is %s', (search, expected) => {
  expect(campaignOfVisit(search)).toBe(expected)
})

test('a repetition is detected for half an hour, for each client and item, and the oldest entry is deleted first', () => {
  let now = 0
  const { isNew } = createRepetitionFilter({ nowMs: () => now, maxClients: 3 })
  expect([isNew('a', 'x'), isNew('a', 'x'), isNew('b', 'x'), isNew('a', 'y')]).toEqual([true, false, true, true])
  now += 30 * 60_000 - 1
  expect(isNew('a', 'x')).toBe(false)
  now += 1
  expect(isNew('a', 'x')).toBe(true)
  // The fourth entry displaces the oldest one, which was b.
  expect(isNew('c', 'x')).toBe(true)
  expect([isNew('a', 'x'), isNew('b', 'x')]).toEqual([false, true])
})

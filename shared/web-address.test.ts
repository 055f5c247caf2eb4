import { expect, test } from 'vitest'
import { completeWebAddress, externalOriginOf, isWebAddress } from './web-address.ts'

test.each([
  ['example.com', 'https://example.com'],
  ['  www.example.com/a?b=c#d ', 'https://www.example.com/a?b=c#d'],
  ['example.com:8080/music', 'https://example.com:8080/music'],
  ['//example.com/x', 'https://example.com/x'],
  ['münchen.example', 'https://münchen.example'],
  ['例え.テスト', 'https://例え.テスト'],
  ['my_band.example.org.', 'https://my_band.example.org.'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://EXAMPLE.COM', 'HTTPS://EXAMPLE.COM'],
])('%j is completed to the web address %j', (typed, whole) => {
  expect([completeWebAddress(typed), isWebAddress(whole)]).toEqual([whole, true])
})

test.each([
  'javascript:alert(1)',
  'mailto:a@example.com',
  'me@example.com',
  'exa mple.com',
  'example',
  'ftp://example.com',
  'https://',
  'a.b:x y',
  '.com',
  '@band',
])('%j stays unchanged, and is not a web address', (typed) => {
  expect([completeWebAddress(typed), isWebAddress(completeWebAddress(typed))]).toEqual([typed, false])
})

test('an empty text stays empty', () => {
  expect([completeWebAddress('  '), isWebAddress('')]).toEqual(['', false])
})

test('an address has an external origin only if it is on another site', () => {
  expect(externalOriginOf('https://Pictures.example:8443/a.webp?b')).toEqual(['https://pictures.example:8443'])
  for (const address of ['', '/media/a.webp', '//pictures.example/a.webp', 'data:image/png,a', 'https://', 'pictures'])
    expect(externalOriginOf(address)).toEqual([])
})

import { expect, test } from 'vitest'
import { browseLink, isPhone } from './wallet-site.ts'

test('the app link has the encoded page and origin', () => {
  const link = browseLink({ href: 'https://swade.example/tokens?a=1&b=ü#prices', origin: 'https://swade.example' })
  expect(link).toBe(
    'https://phantom.app/ul/browse/https%3A%2F%2Fswade.example%2Ftokens%3Fa%3D1%26b%3D%C3%BC%23prices?ref=https%3A%2F%2Fswade.example',
  )
})

test('phones and tablets are distinguished from computers, also a tablet that identifies as a Mac', () => {
  const phones = [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 5],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', 5],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5],
  ] as const
  const computers = [
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 10],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 0],
  ] as const
  for (const [userAgent, maxTouchPoints] of phones) expect(isPhone({ userAgent, maxTouchPoints })).toBe(true)
  for (const [userAgent, maxTouchPoints] of computers) expect(isPhone({ userAgent, maxTouchPoints })).toBe(false)
})

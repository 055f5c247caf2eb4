import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugSchema } from './contract.ts'
import { findCurrentSlug } from './former-slug.ts'
import { toAscii, slugOf } from './slug.ts'

test.each([
  ['Straße & Ærø', 'strasse-aero'],
  ['STRAẞE', 'strasse'],
  ['Łódź', 'lodz'],
  ['Þórður Ðæl', 'thordur-dael'],
  ['İstanbul ığdır', 'istanbul-igdir'],
  ['Über München', 'uber-munchen'],
  ['Việt Nam Đà Nẵng', 'viet-nam-da-nang'],
  ['œuvre ﬁn', 'oeuvre-fin'],
  ['Ελλάδα', 'ellada'],
  ['Москва', 'moskva'],
  ['中文标题', 'zhong-wen-biao-ti'],
  ['한국어', 'hangugeo'],
  ['שלום', 'shlvm'],
  ['Don’t stop', 'dont-stop'],
  ['  —  Why?! ', 'why'],
  ['½ price, part Ⅻ', '1-2-price-part-xii'],
  ['😀', ''],
  ['', ''],
])('%s has the slug %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('for any title, the slug is valid or empty, and within its maximum length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.integer({ min: 1, max: 80 }), (title, longest) => {
      const slug = slugOf(title, longest)
      expect(slug === '' || slugSchema.safeParse(slug).success, slug).toBe(true)
      expect(slug.length).toBeLessThanOrEqual(longest)
      // A slug is its own slug.
      expect(slugOf(slug, longest)).toBe(slug)
    }),
  )
})

test('a name keeps its case and its words in ASCII letters', () => {
  expect(toAscii('Zażółć – Ærø')).toMatch(/^Zazolc -+ Aero$/i)
})

test('a slug with missing letters leads to the current one', () => {
  const entries = [
    { slug: 'lodz', title: 'Łódź' },
    { slug: 'strasse-aero-2', title: 'Straße & Ærø' },
    { slug: 'plain', title: 'Plain' },
    { slug: 'zhong-wen', title: '中文' },
  ]
  expect(findCurrentSlug(entries, 'odz')).toBe('lodz')
  expect(findCurrentSlug(entries, 'stra-e-r-2')).toBe('strasse-aero-2')
  expect(findCurrentSlug(entries, 'stra-e-r')).toBe('strasse-aero-2')
  for (const nothing of ['plain', 'lodz', 'o', '', '-', 'letter-1234'])
    expect(findCurrentSlug(entries, nothing), nothing).toBeUndefined()
  expect(findCurrentSlug([{ slug: 'lodz-swade', title: 'Łódź Swade' }], 'odz-swade', '-swade')).toBe('lodz-swade')
  expect(findCurrentSlug([{ slug: 'lodz-swade', title: 'Łódź' }], 'odz-swade', '-swade')).toBe('lodz-swade')
})

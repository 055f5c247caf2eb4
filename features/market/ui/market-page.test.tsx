import type { ReactNode } from 'react'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { Collection } from '#features/market/contract.ts'
import { en } from '#features/market/messages/en.ts'
import type { PageTexts, SiteMessages } from '#shared/messages.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { contextWith, renderPage } from '#tests/support/render-page.tsx'
import * as page from './market-page.tsx'

const plates: Collection = {
  slug: 'plates',
  name: 'Plates',
  description: 'Plates and nothing else.',
  artistSlug: 'b-swade',
  minted: 3,
  supply: 1_203,
  status: 'active',
  url: '',
}

test('an empty market says so and links to the newsletter', async () => {
  const html = await open([])
  expect(html).toContain('No collections yet')
  expect(html).toMatch(/<a [^>]*href="\/newsletter"/)
  expect(html).not.toContain('On sale now')
})

test('a collection shows its artist, supply and remaining pieces', async () => {
  const html = await open([plates])
  expect(html).toMatch(/<a [^>]*href="\/artist\/b-swade"[^>]*>B Swade<\/a>/)
  expect(html).toContain('of 1,203 minted')
  expect(html).toMatch(/still to be minted<\/dt><dd[^>]*>1,200</)
  expect(html).toContain('No collections on sale')
  expect(html).toContain('Not on sale right now')
})

test('collections on sale link to their exchange; sold out and closed ones are not offered', async () => {
  const html = await open([
    { ...plates, url: 'https://exchange.example/plates' },
    { ...plates, slug: 'taken', name: 'Taken', minted: 9, supply: 9, url: 'https://exchange.example/taken' },
    { ...plates, slug: 'ended', name: 'Ended', status: 'closed', artistSlug: undefined },
  ])
  const [, offered = ''] = /id="on-sale"(.*?)id="collections"/s.exec(html) ?? []
  expect(offered).toContain('href="https://exchange.example/plates"')
  expect(offered).toContain('Buy on exchange.example')
  expect(offered).not.toMatch(/Taken|Ended/)
  expect(html).toMatch(/<dt[^>]*>collections<\/dt><dd[^>]*>3</)
  for (const words of ['Sold out', 'Closed', 'No more will be minted', 'Swade edition']) expect(html).toContain(words)
})

const texts: PageTexts = {
  pick: () => ({}),
  content: (_locale, data) => data,
  translator: () => createTranslator<SiteMessages>({ locale: 'en', messages: { market: en } as SiteMessages }),
}

async function open(collections: Collection[]): Promise<string> {
  const context = contextWith({
    texts,
    artists: { find: (slug: string) => (slug === 'b-swade' ? { name: 'B Swade' } : undefined) },
    market: {
      list: () => collections,
      totals: () => ({
        activeCollections: collections.filter(({ status }) => status === 'active').length,
        minted: collections.reduce((sum, { minted }) => sum + minted, 0),
      }),
    },
  })
  const wrap = (content: ReactNode) => inEnglish(content, { market: en })
  return (await renderPage('/market', page, { at: '/market', context, wrap })).html
}

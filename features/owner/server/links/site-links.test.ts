import { expect, test } from 'vitest'
import { siteLinks } from './site-links.ts'

const entries = [
  {
    key: 'one',
    name: 'One',
    entry: {
      text: 'See [them](https://a.example/x), or https://b.example/y. And https://a.example/x again; http://plain.example is not ours.',
      videos: [{ youtube: 'abc' }, { url: 'https://c.example/?a=1&b=2' }],
      own: 'https://swade.example/books',
      broken: 'https://%zz/',
    },
  },
]
const editable = [{ kind: 'artist', singular: 'Artist', list: () => entries }] as unknown as Parameters<
  typeof siteLinks
>[0]['editable']
const texts = [
  { text: 'https://shop.example/tide', where: 'Collection Tide', href: '/admin/collections?edit=tide' },
  { text: [undefined, 'https://dex.example/swdz'], where: 'Settings', href: '/admin/settings' },
]

test('links in entries, texts and settings are found once per location, without internal and invalid ones', () => {
  expect(
    siteLinks({ origin: 'https://swade.example', editable, texts }).map(({ url, href }) => `${url} ${href}`),
  ).toEqual([
    'https://a.example/x /admin/content/artist/one',
    'https://b.example/y /admin/content/artist/one',
    'https://c.example/?a=1&b=2 /admin/content/artist/one',
    'https://shop.example/tide /admin/collections?edit=tide',
    'https://dex.example/swdz /admin/settings',
  ])
})

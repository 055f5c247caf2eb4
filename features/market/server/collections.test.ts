import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadCollections } from './collections.ts'

const contentDir = resolve(import.meta.dirname, '../../../content')

test('the totals are counted from the rows: 12 active collections, 1,247 minted', () => {
  const market = loadCollections(contentDir, () => true)
  expect(market.totals()).toEqual({ activeCollections: 12, minted: 1247 })
  expect(market.list().filter(({ status }) => status === 'active')).toHaveLength(12)
})

test('a collection of an artist who is not on the roster stops the start and says where', () => {
  expect(() => loadCollections(contentDir, (slug) => slug !== 'nova-swade')).toThrow(/collections\.yaml: 0\.artistSlug: .*nova-swade/)
})

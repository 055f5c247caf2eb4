import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { createContentEdits } from '#platform/content-edits/content-edits.ts'
import { loadCollections } from './collections.ts'

const contentDir = resolve(import.meta.dirname, '../../../content')
const noEdits = () => createContentEdits({ clock: systemClock, log: { warn: () => {} } })

test('the totals are computed from the rows: 12 active collections, 1,247 minted', () => {
  const { service: market } = loadCollections(contentDir, () => true, noEdits())
  expect(market.totals()).toEqual({ activeCollections: 12, minted: 1247 })
  expect(market.list().filter(({ status }) => status === 'active')).toHaveLength(12)
})

test('a collection of an unknown artist prevents the start and is reported with its location', () => {
  expect(() => loadCollections(contentDir, (slug) => slug !== 'nova-swade', noEdits())).toThrow(
    /collections\.yaml: 0\.artistSlug: .*nova-swade/,
  )
})

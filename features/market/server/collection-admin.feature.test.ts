import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection, CollectionForm } from '#features/market/contract.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite()
})
afterAll(() => site.close())

const actor = 'owner@swade.example'
const admin = () => site.services.collectionAdmin
const market = () => site.services.market
const find = (slug: string) =>
  admin()
    .list()
    .find((row) => row.slug === slug)

const empty: CollectionForm = {
  name: '',
  slug: '',
  description: '',
  artistSlug: '',
  minted: '0',
  supply: '10',
  status: 'active',
  url: '',
}
const formOf = (collection: Collection, change: Partial<CollectionForm> = {}): CollectionForm => ({
  ...empty,
  name: collection.name,
  description: collection.description,
  artistSlug: collection.artistSlug ?? '',
  minted: String(collection.minted),
  supply: String(collection.supply),
  status: collection.status,
  url: collection.url,
  ...change,
})

async function done(outcome: ReturnType<ReturnType<typeof admin>['create']>) {
  const outcomeOf = await outcome
  if (!outcomeOf.ok) throw new Error(JSON.stringify(outcomeOf.problems))
  return outcomeOf
}

test("a change is visible in the totals, on the market and on the artist's page at once, and one undo reverts it", async () => {
  const old = find('slow-voltage-twelve-rooms')!
  const { revision } = await done(
    admin().save(old.slug, formOf(old, { minted: '150', name: 'Twelve Rooms' }), old, actor),
  )
  expect(market().totals()).toEqual({ activeCollections: 12, minted: 1249 })
  expect(market().ofArtist('nova-swade')[0]).toMatchObject({ name: 'Twelve Rooms', minted: 150 })
  await admin().undo(old.slug, revision, actor)
  // The second undo changes nothing.
  await admin().undo(old.slug, revision, actor)
  expect(market().totals()).toEqual({ activeCollections: 12, minted: 1247 })
  expect(find(old.slug)).toMatchObject({ name: old.name, minted: old.minted })
  expect((await admin().history(old.slug)).map(({ action }) => action)).toEqual(['reset', 'save'])
})

test('an unchanged form changes nothing and offers no undo; one sent twice gets the first outcome', async () => {
  const old = find('tide-tables')!
  expect(await done(admin().save(old.slug, formOf(old), old, actor))).toMatchObject({ isUnchanged: true })
  const change = formOf(old, { minted: String(old.minted + 1) })
  const first = await done(admin().save(old.slug, change, old, actor))
  expect(first.isUnchanged).toBeUndefined()
  expect(await done(admin().save(old.slug, change, old, actor))).toEqual(first)
  expect(await done(admin().save(old.slug, change, { revision: first.revision }, actor))).toMatchObject({
    isUnchanged: true,
  })
  await admin().undo(old.slug, first.revision, actor)
})

test('a new collection gets a slug from its name; the same form twice is one collection, and undo removes it', async () => {
  const form = {
    ...empty,
    name: 'Höhlen & Hall',
    description: 'Caves, one echo each.',
    artistSlug: 'nova-swade',
    supply: '1,000',
  }
  const { collection, revision } = await done(admin().create(form, actor))
  expect(collection.slug).toBe('hohlen-hall')
  await done(admin().create(form, actor))
  expect(
    market()
      .list()
      .filter(({ slug }) => slug === 'hohlen-hall'),
  ).toEqual([expect.objectContaining({ supply: 1000, minted: 0 })])
  expect(await admin().create({ ...form, description: 'Something else.' }, actor)).toMatchObject({
    ok: false,
    problems: { name: /already/ },
  })
  // Undoing a creation restores nothing.
  expect(await admin().undo('hohlen-hall', revision, actor)).toMatchObject({ undone: 'removed' })
  expect(await admin().undo('hohlen-hall', revision, actor)).toMatchObject({ undone: 'removed' })
  expect(find('hohlen-hall')).toBeUndefined()
})

test('closing and deleting are visible at once and can be undone later', async () => {
  const slug = 'field-strings'
  const closed = await done(admin().setStatus(slug, 'closed', actor))
  expect(market().totals().activeCollections).toBe(11)
  expect(await admin().undo(slug, closed.revision, actor)).toMatchObject({ undone: 'changed' })
  await admin().remove(slug, actor)
  await admin().remove(slug, actor)
  expect(find(slug)).toBeUndefined()
  const gone = (await admin().listDeleted()).find((one) => one.slug === slug)
  expect(gone).toMatchObject({ name: 'Field Strings' })
  expect(await admin().undo(slug, gone!.revision, actor)).toMatchObject({ undone: 'restored' })
  expect(find(slug)).toMatchObject({ name: 'Field Strings', status: 'active' })
  expect((await admin().listDeleted()).some((one) => one.slug === slug)).toBe(false)
})

test('errors are returned by field, and nothing is written', async () => {
  const old = find('tide-tables')!
  const problemsWith = async (change: Partial<CollectionForm>) => {
    const outcome = await admin().save(old.slug, formOf(old, change), old, actor)
    return outcome.ok ? [] : Object.keys(outcome.problems)
  }
  expect(await problemsWith({ minted: '366' })).toEqual(['minted'])
  expect(await problemsWith({ minted: '-1' })).toEqual(['minted'])
  expect(await problemsWith({ supply: '1e3' })).toEqual(['supply'])
  expect(await problemsWith({ supply: '0', minted: '0' })).toEqual(['supply'])
  expect(await problemsWith({ name: '  ' })).toEqual(['name'])
  expect(await problemsWith({ name: 'x'.repeat(121) })).toEqual(['name'])
  expect(await problemsWith({ description: 'x'.repeat(601) })).toEqual(['description'])
  expect(await problemsWith({ artistSlug: 'nobody-swade' })).toEqual(['artistSlug'])
  expect(await problemsWith({ status: 'sold' })).toEqual(['status'])
  expect(await problemsWith({ url: 'javascript:alert(1)' })).toEqual(['url'])
  expect(await problemsWith({ url: 'http://a.example' })).toEqual(['url'])
  expect(find(old.slug)).toEqual(old)
  expect(await admin().create({ ...empty, name: '🎵', description: 'x' }, actor)).toMatchObject({
    ok: false,
    problems: { name: /alphabet/ },
  })
})

test('two windows cannot overwrite each other, and undoing an older change is rejected', async () => {
  const old = find('last-table-receipts')!
  const first = await done(admin().save(old.slug, formOf(old, { minted: '65' }), old, actor))
  await expect(admin().save(old.slug, formOf(old, { minted: '70' }), old, actor)).rejects.toMatchObject({
    code: 'conflict',
  })
  await done(admin().save(old.slug, formOf(old, { minted: '66' }), first, actor))
  await expect(admin().undo(old.slug, first.revision, actor)).rejects.toMatchObject({ code: 'conflict' })
  await expect(admin().remove('nothing-here', actor)).rejects.toMatchObject({ code: 'not-found' })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveImage } from '#platform/images.ts'
import { sharp } from '#platform/sharp.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { writeTestIssue } from '#tests/support/test-issues.ts'
import { saveLogo } from './logo.ts'

const actor = 'owner@swade.example'
const dayMs = 24 * 60 * 60 * 1000
// Files get the time of the disk, not of the test clock.
const begin = Date.now()
let now = new Date(begin)
let site: TestSite
let drawn = 0

beforeAll(async () => {
  site = await buildTestSite({ clock: { now: () => now } })
}, 120_000)
afterAll(() => site?.close())

const passDays = (days: number) => void (now = new Date(begin + days * dayMs))
const apply = async (days: number) => {
  passDays(days)
  await site.jobs.runNow('owner.apply-retention')
}

/** Uploads a unique image. */
async function upload(): Promise<string> {
  drawn += 1
  const background = { r: drawn * 9, g: 255 - drawn * 9, b: 90 }
  const photo = await sharp({ create: { width: 330, height: 330, channels: 3, background } })
    .png()
    .toBuffer()
  return saveImage(site.storage, photo)
}

const isStored = async (address: string) => {
  const name = address.split('/').at(-1)!.replace('.webp', '')
  const files = (await site.storage.list('images/')).filter((key) => key.includes(name)).length
  expect([0, 3], 'all widths of an image, or none').toContain(files)
  return files === 3
}

async function publish(kind: string, key: string, change: Record<string, unknown>) {
  const { contentAdmin } = site.services
  const entry = await contentAdmin.find(kind, key)
  const data = { ...(entry?.published as Record<string, unknown>), ...change }
  return contentAdmin.publish({ kind, key, actor, revision: entry?.revision, data })
}

test('an image is deleted a month after its last use, and other images stay', async () => {
  const { contentAdmin, collectionAdmin } = site.services
  const { pool } = site.database
  const unsaved = await upload()
  const shown = await upload()
  const replaced = await upload()
  const draft = await upload()
  const ofCollection = await upload()
  const cover = await upload()
  const onAir = await upload()
  const offAir = await upload()
  const inIssue = await upload()

  expect(await publish('page-image', 'tokens', { image: shown })).toEqual({ ok: true })
  expect(await publish('page-image', 'market', { image: replaced })).toEqual({ ok: true })
  await contentAdmin.saveDraft({ kind: 'page-image', key: 'journey', actor, data: { image: draft } })
  const form = { artistSlug: '', minted: '1', supply: '2', status: 'active', url: '', description: 'Two.' }
  const made = await collectionAdmin.create({ ...form, name: 'Doors', slug: 'doors', image: ofCollection }, actor)
  expect(made).toMatchObject({ ok: true })
  await pool.query(
    `insert into imported_tracks (file_name, title, artist, album, genre, cover, sha256, bytes, storage_key, duration_seconds, bitrate_kbps, actor, notes)
     values ('f', 't', 'a', '', '', $1, 'h', 1, 'tracks/none.mp3', 1, 128, 'o', '[]')`,
    [cover],
  )
  for (const [id, art, removedAt] of [
    ['import:1', onAir, null],
    ['import:2', offAir, new Date(begin + 10 * dayMs)],
  ])
    await pool.query(
      `insert into radio_tracks (id, title, artist, art, storage_key, duration_seconds, removed_at) values ($1, 't', 'a', $2, 'k', 1, $3)`,
      [id, art, removedAt],
    )
  const issue = await writeTestIssue(site.database, { slug: 'pictured' })
  await pool.query(
    `update newsletter_issues set content = content || jsonb_build_object('html_content', $2::text) where id = $1`,
    [issue, `<img src="https://swade.example${inIssue}">`],
  )

  await apply(29)
  const all = [unsaved, shown, replaced, draft, ofCollection, cover, onAir, offAir, inIssue]
  for (const image of all) expect(await isStored(image), image).toBe(true)

  passDays(10)
  await publish('page-image', 'market', { image: '' })
  expect(await collectionAdmin.remove('doors', actor)).toMatchObject({ ok: true })
  await apply(31)
  expect(await isStored(unsaved)).toBe(false)
  for (const image of all.slice(1)) expect(await isStored(image), image).toBe(true)
  // Restoring an earlier version uses the image again.
  const history = (await contentAdmin.find('page-image', 'market'))!.history
  const revision = history[0]!.revision
  const at = { kind: 'page-image', key: 'market', actor, revision }
  expect(await contentAdmin.restore({ ...at, restored: history[1]!.revision })).toEqual({ ok: true })
  await apply(60)
  expect(await isStored(replaced)).toBe(true)
  for (const image of [ofCollection, offAir]) expect(await isStored(image), image).toBe(false)
  for (const image of [shown, draft, cover, onAir, inIssue]) expect(await isStored(image), image).toBe(true)
})

test('a deleted collection is restored without its lost image, and no form shows a lost image', async () => {
  const { collectionAdmin, market } = site.services
  const [deleted] = await collectionAdmin.listDeleted()
  expect(await collectionAdmin.undo('doors', deleted!.revision, actor)).toMatchObject({ ok: true })
  const found = market.list().find(({ slug }) => slug === 'doors')
  expect([found?.name, found?.image]).toEqual(['Doors', ''])
  const { revision } = collectionAdmin.list().find(({ slug }) => slug === 'doors')!
  const form = { name: 'Doors', slug: 'doors', artistSlug: '', minted: '1', supply: '2', status: 'active', url: '' }
  const lost = `/media/images/${'0'.repeat(32)}.webp`
  const saved = await collectionAdmin.save('doors', { ...form, description: 'Two.', image: lost }, { revision }, actor)
  expect(saved).toMatchObject({ ok: false, problems: { image: expect.stringContaining('missing') } })
})

test('a logo stays available for emails that show it, and is deleted after a year and a month', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logos-'))
  const logo = async (background: string) => {
    const path = join(folder, 'logo.png')
    await sharp({ create: { width: 300, height: 200, channels: 3, background } }).toFile(path)
    return (await saveLogo(site.storage, path)).id
  }
  const count = async (id: string) => (await site.storage.list(`identity/${id}/`)).length
  passDays(0)
  const [first, second, unsaved] = [await logo('#f0f0f0'), await logo('#e0d0a0'), await logo('#a0d0e0')]
  await site.services.settings.setLogo(first, actor)
  passDays(10)
  await site.services.settings.setLogo(second, actor)
  await apply(399)
  for (const id of [first, second, unsaved]) expect(await count(id), id).toBeGreaterThan(3)
  await apply(405)
  expect([await count(first), await count(unsaved)]).toEqual([await count(second), 0])
  await apply(411)
  expect(await count(first)).toBe(0)
  expect(await count(second)).toBeGreaterThan(3)
  await rm(folder, { recursive: true })
})

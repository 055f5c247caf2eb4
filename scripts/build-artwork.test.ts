import { existsSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { artworkFile } from '#platform/figures/render-artwork.ts'
import { artDirectionSchema } from '#shared/art-direction-schema.ts'
import { artDirectionKey } from '#shared/art-direction.ts'
import { buildArtwork, listArtwork } from './build-artwork.ts'

const entries = listArtwork(resolve(import.meta.dirname, '../content'))
const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))

test('every artist, book and collection of the content has a valid art direction', () => {
  expect(entries.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(['nova-swade', 'atlas-swade', 'ai-fun-profit', 'tide-tables', 'first-stairs']),
  )
  for (const { slug, direction } of entries) expect(artDirectionSchema.safeParse(direction).error, slug).toBeUndefined()
})

test('no two artists share a material or a color, and no two books look the same', () => {
  const artists = entries.filter(({ variant }) => variant === 'portrait').map(({ direction }) => direction)
  expect(artists.length).toBe(11)
  expect(new Set(artists.map(({ material }) => material)).size).toBe(artists.length)
  expect(new Set(artists.map(({ ground }) => ground)).size).toBe(artists.length)
  const books = entries.filter(({ direction }) => direction.material === 'engraving').map(({ direction }) => direction)
  expect(books.length).toBe(6)
  expect(new Set(books.map(({ ground }) => ground)).size).toBe(6)
})

test('platforms of a category share a material, and each has its own colors on a round plate', () => {
  const platforms = ['downbeat', 'house-band', 'token-lathe', 'swap-bin', 'plate-and-bow', 'swade-radio', 'forty-sides']
  const directions = platforms.map((slug) => bySlug.get(slug)!.direction)
  const materials = directions.map(({ material }) => material).join(' ')
  expect(materials).toBe('thread thread mercury mercury light ink ink')
  const plates = entries.filter(({ direction }) => direction.frame === 'circle')
  expect(plates.length).toBeGreaterThanOrEqual(20)
  expect(new Set(plates.map(({ direction }) => direction.ground)).size).toBe(plates.length)
})

test('a collection follows its artist, as a print', () => {
  const artist = bySlug.get('vesper-swade')!.direction
  expect(bySlug.get('tide-tables')!.direction).toEqual({ ...artist, frame: 'plate' })
  expect(bySlug.get('first-stairs')!.direction.frame).toBe('plate')
})

test('the build draws missing images, keeps those of the same generator and removes others', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'artwork-'))
  const two = ['luma-swade', 'swade-real-ai-music'].map((slug) => bySlug.get(slug)!)
  await buildArtwork(two, dir, 'one')
  const fileOf = (index: number, variant: 'square' | 'portrait') =>
    join(dir, artworkFile({ slug: two[index]!.slug, variant, width: 640 }, two[index]!.direction))
  expect(readdirSync(dir).length).toBe(4)
  expect(await sharp(fileOf(0, 'portrait')).metadata()).toMatchObject({ width: 640, height: 800 })
  expect(await sharp(fileOf(0, 'square')).metadata()).toMatchObject({ width: 640, height: 640 })

  writeFileSync(join(dir, 'a0.old.webp'), '')
  utimesSync(fileOf(1, 'square'), 1, 1)
  await buildArtwork(two, dir, 'one')
  expect(existsSync(join(dir, 'a0.old.webp'))).toBe(false)
  expect(statSync(fileOf(1, 'square')).mtimeMs).toBe(1000)
  await buildArtwork(two, dir, 'two')
  expect(statSync(fileOf(1, 'square')).mtimeMs).toBeGreaterThan(1000)
  expect(new Set(two.map(({ direction }) => artDirectionKey(direction))).size).toBe(2)
})

import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { platformCategories } from '#features/platforms/contract.ts'
import { systemClock } from '#platform/clock.ts'
import { createContentEdits } from '#platform/content-edits/content-edits.ts'
import { loadArtists } from '#features/artists/server/catalogue.ts'
import { loadBooks } from '#features/books/server/catalogue.ts'
import { loadCollections } from '#features/market/server/collections.ts'
import { loadPlatforms } from '#features/platforms/server/catalogue.ts'
import { loadTokens } from '#features/tokens/server/catalogue.ts'

const folder = import.meta.dirname
const edits = createContentEdits({ clock: systemClock, log: { warn: () => {} } })
const { service: artists } = loadArtists(folder, edits)
const { service: platforms } = loadPlatforms(folder, edits)
const { service: market } = loadCollections(folder, (slug) => artists.find(slug) !== undefined, edits)
const notSold = { mint: undefined, buyUrl: undefined }
const { service: tokens } = loadTokens(folder, { SWDZ: notSold, SWDX: notSold }, edits)
const books = loadBooks(folder, edits)

test('eighteen platforms, one per category, in order', () => {
  expect(platforms.list().map(({ category }) => category)).toEqual([...platformCategories])
})

test('eleven artists; most have a track, some have videos, one has a voice persona', () => {
  const roster = artists.list().map(({ slug }) => artists.find(slug))
  expect(roster).toHaveLength(11)
  expect(roster.filter((artist) => artist?.featuredTrack).length).toBeGreaterThanOrEqual(6)
  expect(roster.filter((artist) => (artist?.videos.length ?? 0) > 0).length).toBeGreaterThanOrEqual(2)
  expect(roster.filter((artist) => artist?.voicePersona)).toHaveLength(1)
  expect(roster.every((artist) => artist?.aiGenerated && artist.description.split(/\n\s*\n/).length >= 2)).toBe(true)
})

test('six books with their prices and categories; the free one has ten narrated chapters', () => {
  const shelf = books.list().map(({ id, priceCents, category }) => [id, priceCents, category])
  expect(shelf).toHaveLength(6)
  expect(shelf).toEqual(
    expect.arrayContaining([
      ['indie-music-ai-guide-2', 0, 'Music'],
      ['swade-real-ai-music', 999, 'Music'],
      ['building-websites-lovable', 999, 'Web Development'],
      ['indie-music-ai-guide', 999, 'Music'],
      ['tokenizing-your-business', 999, 'Business'],
      ['ai-fun-profit', 999, 'Technology'],
    ]),
  )
  const free = books.find('indie-music-ai-guide-2')
  expect(free?.pages).toBeGreaterThanOrEqual(40)
  expect(free?.audioChapters).toHaveLength(10)
  for (const { id, isFree, pages } of books.list()) if (!isFree) expect(pages, id).toBeGreaterThanOrEqual(16)
})

test('two tokens', () => {
  expect(tokens.list().map(({ symbol }) => symbol)).toEqual(['SWDZ', 'SWDX'])
})

test('twelve active collections with 1,247 pieces minted', () => {
  expect(market.totals()).toEqual({ activeCollections: 12, minted: 1247 })
})

test('the length of a track matches its profile', () => {
  for (const { slug } of artists.list()) {
    const track = artists.find(slug)?.featuredTrack
    if (!track) continue
    // 128 kbit/s, constant: the length follows from the size, give or take the tags.
    const seconds = (statSync(join(folder, 'artists', slug, track.file)).size * 8) / 128_000
    expect(Math.abs(seconds - track.durationSeconds), slug).toBeLessThan(1.5)
    expect(track.durationSeconds).toBeGreaterThanOrEqual(60)
    expect(track.durationSeconds).toBeLessThanOrEqual(120)
  }
})

test('narrated chapters are timed block by block, to their end', () => {
  const narration = join(folder, 'books/indie-music-ai-guide-2/narration')
  for (const chapter of books.find('indie-music-ai-guide-2')?.audioChapters ?? []) {
    const timing = JSON.parse(readFileSync(join(narration, chapter.file.replace('.mp3', '.json')), 'utf8')) as {
      durationSeconds: number
      paragraphs: { startSeconds: number; endSeconds: number; text: string }[]
    }
    expect(Math.abs(timing.durationSeconds - (chapter.durationSeconds ?? 0)), chapter.file).toBeLessThan(0.5)
    expect(Math.abs((timing.paragraphs.at(-1)?.endSeconds ?? 0) - timing.durationSeconds), chapter.file).toBeLessThan(2)
    let last = 0
    for (const { startSeconds, endSeconds, text } of timing.paragraphs) {
      expect(startSeconds).toBeGreaterThanOrEqual(last)
      expect(endSeconds).toBeGreaterThan(startSeconds)
      expect(text).not.toBe('')
      last = startSeconds
    }
  }
})

test('every shipped image can be decoded', async () => {
  const pictures = globSync('**/*.{webp,jpg,png}', { cwd: folder })
  expect(pictures.length).toBeGreaterThan(0)
  for (const path of pictures) {
    const { width, height } = await sharp(join(folder, path)).metadata()
    expect([width, height], path).toEqual([640, 360])
    expect((await sharp(join(folder, path)).stats()).channels.length, path).toBeGreaterThanOrEqual(3)
  }
})

test('all shipped media together stay below 60 MB', () => {
  const paths = globSync('**/*.{mp3,webm,webp,pdf,jpg,png}', { cwd: folder })
  const bytes = paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
  expect(bytes).toBeLessThan(60_000_000)
})

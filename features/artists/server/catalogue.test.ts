import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noEdits } from '#platform/content-edits/test-edits.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { loadArtists } from './catalogue.ts'

const plain = 'name: Test Swade\ngenres: [Dub]\ntagline: A line.\ndescription: Words.\naiGenerated: true\n'

test('the roster is sorted, and cards contain no biography', () => {
  const contentDir = contentWith({ 'late-swade': `order: 2\n${plain}`, 'early-swade': `order: 1\n${plain}` })
  const artists = loadArtists(contentDir, noEdits()).service
  expect(artists.list().map((card) => card.slug)).toEqual(['early-swade', 'late-swade'])
  expect(artists.list()[0]).not.toHaveProperty('description')
  expect(artists.find('late-swade')?.description).toBe('Words.')
  expect(artists.find('nobody-swade')).toBeUndefined()
})

test('every sample artist has a Spanish tagline and biography, and keeps the name and the titles', () => {
  const { service } = loadArtists('content', noEdits())
  const texts = joinCatalogues({ features: [], contentDir: 'content' })
  for (const { slug } of service.list()) {
    const artist = service.find(slug)!
    const translated = texts.content('es', artist)
    expect(translated.tagline, slug).not.toBe(artist.tagline)
    expect(translated.description.split('\n\n'), slug).toHaveLength(artist.description.split('\n\n').length)
    expect(translated.description, slug).not.toBe(artist.description)
    expect([translated.name, translated.featuredTrack], slug).toEqual([artist.name, artist.featuredTrack])
  }
})

test('an error names its file and field, and all files are reported at once', () => {
  const contentDir = contentWith({
    'one-swade': `order: 1\n${plain}taglin: typo\n`,
    'two-swade': `order: second\n${plain}`,
  })
  expect(() => loadArtists(contentDir, noEdits()).service).toThrow(
    /content\/artists\/one-swade\/artist\.yaml: the file: Unrecognized key: "taglin"/,
  )
  expect(() => loadArtists(contentDir, noEdits()).service).toThrow(/content\/artists\/two-swade\/artist\.yaml: order: /)
})

test('a missing track or video prevents the start', () => {
  const contentDir = contentWith({
    'mute-swade': `order: 1\n${plain}featuredTrack: { title: Gone, file: gone.mp3, durationSeconds: 60 }\nvideos: [{ title: Film, file: film.webm }]\n`,
  })
  expect(() => loadArtists(contentDir, noEdits()).service).toThrow(
    'content/artists/mute-swade/artist.yaml: featuredTrack.file: there is no file gone.mp3 in its folder',
  )
  expect(() => loadArtists(contentDir, noEdits()).service).toThrow(
    'content/artists/mute-swade/artist.yaml: videos.0.file: there is no file film.webm in its folder',
  )
})

test('a video has a file or a YouTube id, never both and never neither', () => {
  const contentDir = contentWith({ 'film-swade': `order: 1\n${plain}videos: [{ title: Film }]\n` })
  expect(() => loadArtists(contentDir, noEdits()).service).toThrow(
    'content/artists/film-swade/artist.yaml: videos.0: needs either file or youtubeId',
  )
})

test('a folder name that is not an artist slug is rejected', () => {
  expect(() => loadArtists(contentWith({ somebody: `order: 1\n${plain}` }), noEdits()).service).toThrow(
    "content/artists/somebody: the folder's name must be a slug that ends in -swade",
  )
})

test('broken YAML is reported with its line', () => {
  expect(() => loadArtists(contentWith({ 'odd-swade': 'name: [unclosed' }), noEdits()).service).toThrow(
    /content\/artists\/odd-swade\/artist\.yaml: .*line 1/,
  )
})

function contentWith(artists: Record<string, string>): string {
  const contentDir = mkdtempSync(join(tmpdir(), 'artists-'))
  for (const [slug, yaml] of Object.entries(artists)) {
    mkdirSync(join(contentDir, 'artists', slug), { recursive: true })
    writeFileSync(join(contentDir, 'artists', slug, 'artist.yaml'), yaml)
  }
  return contentDir
}

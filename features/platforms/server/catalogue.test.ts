import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { noEdits } from '#platform/content-edits/test-edits.ts'
import { platformCategories } from '#features/platforms/contract.ts'
import { loadPlatforms } from './catalogue.ts'

const contentDir = resolve(import.meta.dirname, '../../../content')
const sample = readFileSync(join(contentDir, 'platforms.yaml'), 'utf8')

/** Creates a content folder with the sample platforms and one passage replaced. */
function contentWith(passage: string, replacement: string): string {
  expect(sample).toContain(passage)
  const folder = mkdtempSync(join(tmpdir(), 'platforms-'))
  writeFileSync(join(folder, 'platforms.yaml'), sample.replace(passage, replacement))
  return folder
}

test('the ecosystem has one platform for each of the 18 categories, in their order', () => {
  const platforms = loadPlatforms(contentDir, noEdits()).service.list()
  expect(platforms.map(({ category }) => category)).toEqual([...platformCategories])
})

test('a platform is found only by its id', () => {
  const { find } = loadPlatforms(contentDir, noEdits()).service
  expect(find('swade-radio')?.name).toBe('Swade Radio')
  expect(find('Swade-Radio')).toBeUndefined()
  expect(find('constructor')).toBeUndefined()
})

test('an unknown related platform prevents the start and is reported with its entry', () => {
  const folder = contentWith(
    'related: [token-lathe, sustain-pedal, stage-door]',
    'related: [token-lathe, gone-tomorrow]',
  )
  expect(() => loadPlatforms(folder, noEdits()).service).toThrow(/platforms\.yaml: 0\.related: .*gone-tomorrow/)
})

test('two platforms may not share an id', () => {
  expect(() => loadPlatforms(contentWith('- id: corner-table', '- id: forty-sides'), noEdits()).service).toThrow(
    /share an id/,
  )
})

test('an unknown icon is rejected with file and field', () => {
  expect(() => loadPlatforms(contentWith('icon: disc-3', 'icon: floppy-disk-9'), noEdits()).service).toThrow(
    /platforms\.yaml[^]*0\.icon/,
  )
})

test('an unknown category is rejected with file and field', () => {
  expect(() => loadPlatforms(contentWith('category: Central Hub', 'category: Nonsense'), noEdits()).service).toThrow(
    /platforms\.yaml[^]*0\.category/,
  )
})

test('an address that is not https is rejected', () => {
  expect(() => loadPlatforms(contentWith("url: ''", 'url: javascript:alert(1)'), noEdits())).toThrow(
    /platforms\.yaml[^]*0\.url/,
  )
})

import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noEdits } from '#platform/content-edits/test-edits.ts'
import { loadJourney } from './story.ts'

const shipped = join(import.meta.dirname, '../../../content')
const shippedIds = [...readFileSync(join(shipped, 'journey.yaml'), 'utf8').matchAll(/- id: (\S+)/g)].map(
  ([, id = '']) => id,
)
const namesOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, id]))
const shippedPlatforms = () => namesOf(shippedIds)
const files = ['eras.yaml', 'milestones.yaml', 'journey.yaml']

test('the sample story has four eras, eight milestones and ten platforms', () => {
  const journey = loadJourney(shipped, shippedPlatforms, noEdits()).service
  expect(journey.eras().map((era) => era.period)).toEqual(['1983-1993', '1993-2000', '2004-2009', '2020-present'])
  expect(journey.milestones()).toHaveLength(8)
  expect(journey.page().platforms).toHaveLength(10)
})

test('an unknown platform is rejected with its id', () => {
  expect(() => loadJourney(shipped, () => namesOf(shippedIds.filter((id) => id !== 'swade-radio')), noEdits())).toThrow(
    'content/journey.yaml: platforms: there is no platform with the id swade-radio',
  )
})

test('an invalid milestone is reported with its index and field', () => {
  expect(() =>
    loadJourney(storyWith('milestones.yaml', /colour: 38/, 'colour: orange'), shippedPlatforms, noEdits()),
  ).toThrow(/content\/milestones\.yaml: 0\.colour: /)
})

test('a missing text is reported by name', () => {
  expect(() => loadJourney(storyWith('journey.yaml', /^legacy:/m, 'legacies:'), shippedPlatforms, noEdits())).toThrow(
    /content\/journey\.yaml: legacy: /,
  )
})

function storyWith(file: string, find: RegExp, replacement: string): string {
  const contentDir = mkdtempSync(join(tmpdir(), 'journey-'))
  for (const name of files) cpSync(join(shipped, name), join(contentDir, name))
  writeFileSync(join(contentDir, file), readFileSync(join(shipped, file), 'utf8').replace(find, replacement))
  return contentDir
}

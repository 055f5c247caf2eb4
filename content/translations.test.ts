import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

type Pair = { en: string; es: string }

/** Content whose texts all have a translation, with the fields that hold names, addresses and choices instead. */
const translated: Record<string, readonly string[]> = {
  'eras.yaml': ['period'],
  'events.yaml': ['id', 'title', 'starts', 'timeZone', 'setList'],
  'journey.yaml': ['id', 'name'],
  'legal/imprint.yaml': ['id', 'updated'],
  'legal/privacy.yaml': ['id', 'updated'],
  'legal/terms.yaml': ['id', 'updated'],
  'milestones.yaml': ['id', 'period', 'icon'],
  'platforms.yaml': ['id', 'name', 'url', 'icon', 'related'],
}

/** Texts that are the same in Spanish. */
const same = new Set(['Radio', 'Web', 'RWA', 'DeFi', 'Swade', '{siteName}\n\n{postalAddress}'])

const read = (file: string): unknown => parse(readFileSync(`content/${file}`, 'utf8'))
const files = globSync('es/*.yaml', { cwd: 'content' }).map((path) => ({ path, pairs: read(path) as Pair[] }))
const pairs = files.flatMap((file) => file.pairs)
const known = new Map(pairs.map(({ en, es }) => [en, es]))

test.each(Object.entries(translated))('every text of %s has a translation', (file, untranslated) => {
  const texts = textsIn(read(file), untranslated)
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.filter((text) => !known.has(text) && !same.has(text))).toEqual([])
})

test('a text that was changed or removed leaves no translation behind', () => {
  const all = new Set(
    globSync('**/*.yaml', { cwd: 'content' })
      .filter((path) => !path.startsWith('es/'))
      .flatMap((path) => textsIn(read(path), []))
      // Some pages show the first paragraph alone.
      .flatMap((text) => [text, ...text.split('\n\n')]),
  )
  for (const { path, pairs: own } of files)
    expect(
      own.map(({ en }) => en).filter((text) => ![...all].some((whole) => whole.includes(text))),
      path,
    ).toEqual([])
})

test('a translation keeps the placeholders, the link targets and the paragraphs', () => {
  const shape = (text: string) => ({
    facts: [...text.matchAll(/(\w*)\}/g)].map(([, name]) => name).toSorted(),
    targets: [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target).toSorted(),
    paragraphs: text.split('\n\n').length,
  })
  for (const { en, es } of pairs) expect(shape(es), en).toEqual(shape(en))
})

test('no text is translated in two ways', () => {
  const twice = pairs.filter(({ en, es }) => known.get(en) !== es)
  expect(twice).toEqual([])
})

/** Lists the texts below a value, without those of some fields. */
function textsIn(value: unknown, without: readonly string[]): string[] {
  if (typeof value === 'string') return [value.trim()].filter(Boolean)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (without.includes(key) ? [] : textsIn(inner, without)))
}

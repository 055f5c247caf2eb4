import { globSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import type { MessageTree } from '#shared/messages.ts'
import { defaultLocale, locales } from '#shared/locales.ts'

const root = join(import.meta.dirname, '../..')
const folders = globSync('{shared,features/*}/messages', { cwd: root })

test.each(folders)('the translations in %s use the values and tags of the English texts', async (folder) => {
  const [english, ...others] = await Promise.all(
    [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)].map(async (locale) => {
      const module = (await import(join(root, folder, `${locale}.ts`))) as Record<string, MessageTree>
      return Object.fromEntries(textsOf(module[locale]!))
    }),
  )
  for (const translated of others)
    for (const [key, text] of Object.entries(english!))
      expect([...namesIn(compile(translated[key]!))].toSorted(), key).toEqual([...namesIn(compile(text))].toSorted())
})

test('values and tags are found in plurals, selections and tags of a text', () => {
  const text = 'A {x} <b>{y, number}</b> {n, plural, one {#} other {# of {z}}} {s, select, a {<c>q</c>} other {r}}'
  expect([...namesIn(compile(text))].toSorted()).toEqual(['b', 'c', 'n', 's', 'x', 'y', 'z'])
  expect([...namesIn(compile('No values'))]).toEqual([])
})

function textsOf(tree: MessageTree, path: readonly string[] = []): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, text]) =>
    typeof text === 'string' ? [[[...path, name].join('.'), text] as const] : textsOf(text, [...path, name]),
  ) as [string, string][]
}

/** Names of the values and tags in a compiled text: `["n", 2, { one: … }]`, `["b", "words", …]`, `["name"]`. */
function namesIn(compiled: unknown, names = new Set<string>()): Set<string> {
  if (!Array.isArray(compiled)) return names
  for (const part of compiled) {
    if (!Array.isArray(part)) continue
    const [name, ...rest] = part as [unknown, ...unknown[]]
    if (typeof name === 'string') names.add(name)
    for (const inner of rest)
      if (Array.isArray(inner)) namesIn([inner], names)
      else if (inner !== null && typeof inner === 'object')
        for (const option of Object.values(inner)) namesIn(Array.isArray(option) ? option : [], names)
  }
  return names
}

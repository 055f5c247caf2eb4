import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { joinCatalogues } from './catalogues.ts'

const root = join(import.meta.dirname, '../..')

/** Lines that name the software and not the site: what operators and other servers see, and addresses of the sample. */
const ofTheSoftware = [
  /^server\/(startup-message|main)\.ts$/,
  // The version of the software.
  /^features\/owner\/ui\/settings\/settings-page\.tsx$/,
  // Names of the program in requests to other servers.
  /^(platform\/http-client\/|features\/platforms\/server\/frame-check\/|features\/tokens\/server\/prices\/)/,
  /^shared\/site-identity\.ts$/,
]

test('no source and no text contains the name of the site, so that the owner can rename it', () => {
  const files = globSync(
    ['{app,features,platform,server,shared,ui}/**/*.{ts,tsx}', 'content/{legal/*,es/legal}.yaml'],
    {
      cwd: root,
    },
  ).filter((file) => !/\.test\.tsx?$|\/test-[\w-]+\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(900)
  const found = files
    .filter((file) => !ofTheSoftware.some((pattern) => pattern.test(file)))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => /\bSwade\b/.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})

test('a new name of the site appears in all texts at once, including compiled ones', () => {
  let siteName = 'Swade'
  const messages = {
    head: 'Welcome to [siteName]',
    count: '{count, plural, one {# track} other {# tracks}} on [siteName]',
  }
  const sample = { name: 'landing', messages: { en: messages, es: { ...messages, head: 'Esto es [siteName]' } } }
  const texts = joinCatalogues({ siteName: () => siteName, features: [sample] })
  const read = (locale: 'en' | 'es') => [
    texts.translator(locale)('landing.head' as never),
    texts.translator(locale)('landing.count' as never, { count: 2 } as never),
    JSON.stringify(texts.pick(locale, ['landing'])),
    JSON.stringify((texts.all(locale) as unknown as Record<string, unknown>)['landing']),
  ]
  for (const name of ['Swade', 'Jane’s Label', 'R&B, 24/7', 'Swade']) {
    siteName = name
    expect(read('en').slice(0, 2)).toEqual([`Welcome to ${name}`, `2 tracks on ${name}`])
    expect(read('es')[0]).toBe(`Esto es ${name}`)
    for (const text of [...read('en'), ...read('es')]) {
      expect(text).toContain(name)
      expect(text).not.toContain('[siteName]')
    }
  }
})

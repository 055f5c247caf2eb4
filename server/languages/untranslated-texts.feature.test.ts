import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { legalNames } from '#features/legal/contract.ts'
import { partsOf } from '#features/legal/ui/linked-text.ts'
import { localePath } from '#shared/locales.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { pseudoText } from '#tests/support/pseudo-locale.ts'
import { listShownTexts } from '#tests/support/shown-texts.ts'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { fitDescription } from '#ui/page-meta.ts'

/** Features whose texts are all in their catalogues; `site` is the frame with the parts of `ui/`. */
const translated = [
  'artists',
  'books',
  'checkout',
  'developers',
  'issues',
  'journey',
  'landing',
  'legal',
  'market',
  'owner',
  'platforms',
  'radio',
  'reader',
  'site',
  'submissions',
  'subscribers',
  'tokens',
  'venue',
  'voice',
]

/** Features that have most texts of the pages in `app/`. */
const ownersOfPages: Record<string, string> = {
  'landing-page': 'landing',
  'book-page': 'books',
  'newsletter-page': 'subscribers',
  'issue-page': 'issues',
  'terms': 'legal',
  'privacy': 'legal',
  'imprint': 'legal',
}

/** Features of elements outside of their pages, by id; those of landing sections are found by their file. */
const ownersOfElements = new Map([
  ['radio', 'radio'],
  ['submit-music', 'submissions'],
  ...globSync('features/*/ui/landing-section.ts').flatMap((file): [string, string][] => {
    const [, id] = /^ {2}id: '([^']+)'/m.exec(readFileSync(file, 'utf8')) ?? []
    return id ? [[id, file.split('/')[1]!]] : []
  }),
])

/** Names that are the same in every language. */
const names = [
  'Swade Fam',
  'Swade Radio',
  'SWADEZ',
  'SWADEX',
  'SWDZ',
  'SWDX',
  'SOL',
  'Solana',
  'Phantom',
  'Stripe',
  'Cash App',
  'Spotify',
  'Apple Music',
  'YouTube',
]

/** Texts that are the same in every language: abbreviations, addresses, numbers of sections, parts of dates. */
const sameEverywhere = [
  /https?:\/\/\S+|[\w.+-]+@[\w.-]+|\b[\w-]+\.(com|example)\b/g,
  // Ids of books, and the word between the last two of a list.
  /\b[a-z]+(-[a-z0-9]+)+\b|\band\b/g,
  /\b(MB|MP3|PDF|USD|N\/A|AM|PM|EST|EDT|GMT|UTC|[A-C]\d)\b|\b\d+ (d|h|min)\b/g,
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
  /\b(January|February|March|April|June|July|August|September|October|November|December)\b/g,
]

type KnownPage = { path: string; feature: string }

let site: TestSite
let pages: KnownPage[]
/** Texts of the content, the longest first. */
let content: string[]
beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadSourcePages, transformTexts: pseudoText })
  pages = await listPages()
  const files = globSync('content/**/*.yaml').filter((path) => !path.startsWith('content/es/'))
  const texts = [
    ...files.map((path) => parse(readFileSync(path, 'utf8')) as unknown),
    // With their placeholders filled in.
    ...legalNames.map((name) => site.services.legal.get(name)),
    await labelsOfOthers(),
    titlesOfOthers(),
  ].flatMap(textsIn)
  content = [...new Set([...texts, ...names])].toSorted((one, other) => other.length - one.length)
})
afterAll(() => site.close())

test('every text of a page comes from the catalogues or the content', async () => {
  const found: Record<string, string[]> = {}
  expect(pages.length).toBeGreaterThan(40)
  for (const { path, feature } of pages) {
    if (!translated.includes(feature)) continue
    const { statusCode, body } = await site.app.inject(path)
    expect(statusCode, path).toBeLessThan(500)
    const texts = listShownTexts(body, isOfOthers)
    expect(
      texts.some((text) => text.startsWith('⟦')),
      path,
    ).toBe(true)
    const leftOver = [...new Set(texts.filter(isEnglish))]
    if (leftOver.length > 0) found[path] = leftOver
  }
  expect(found).toEqual({})
})

test('a text outside the catalogues is found, in a page and in an attribute', () => {
  const html = `<title>⟦Ŕáđíó⟧ · Swade</title><p aria-label="Volume">⟦Ŕ <b>${content.at(-1)}</b> 1 MB⟧</p>Play&nbsp;it<i hreflang="es">Español</i>`
  expect(listShownTexts(html, isOfOthers).filter(isEnglish)).toEqual(['Volume', 'Play it'])
})

test('a Spanish page shows translated content where a translation exists', async () => {
  const pairs = globSync('content/es/*.yaml').flatMap((file) => parse(readFileSync(file, 'utf8')) as { en: string }[])
  // Shorter ones may be names elsewhere.
  const sentences = pairs.flatMap(({ en }) => en.split('\n\n')).filter((en) => en.split(' ').length > 4)
  const found: Record<string, string[]> = {}
  for (const { path } of pages) {
    const { statusCode, body } = await site.app.inject(localePath('es', path))
    expect(statusCode, path).toBeLessThan(500)
    expect(body, path).toContain('<html lang="es"')
    const texts = new Set(listShownTexts(body, () => false))
    const english = sentences.filter((en) => texts.has(en.replaceAll(/\s+/g, ' ')))
    if (english.length > 0) found[path] = english
  }
  expect(found).toEqual({})
})

/**
 * Lists all pages of the sitemap, and a missing one of each kind, with the feature they belong to. Personal pages that
 * exist in every language are among them, for somebody who is not known.
 */
async function listPages(): Promise<KnownPage[]> {
  const { routes } = await loadSourcePages()
  return Object.values(routes).flatMap((route) => {
    const { id, path: pattern = '', module } = route!
    const feature = /features\/([^/]+)\//.exec(id)?.[1] ?? ownersOfPages[id] ?? 'site'
    if (pattern === '*') return [{ path: '/nothing-here', feature }]
    const handle = module.handle as PageHandle | undefined
    const entries = [handle?.sitemap?.(site.services, `/${pattern}`) ?? []].flat()
    const missing = handle?.has || handle?.isTranslated ? [`/${pattern.replaceAll(/:\w+/g, 'nothing-here')}`] : []
    return [...entries.map(({ path }) => path ?? `/${pattern}`), ...missing].map((path) => ({ path, feature }))
  })
}

/** Lists the labels of links to pages of features that are not translated. */
async function labelsOfOthers(): Promise<string[]> {
  const links = await site.services.navigation('en')
  return links.flatMap(({ to, label }) => {
    const feature = pages.find(({ path }) => path === to)?.feature
    return feature && translated.includes(feature) ? [] : [label.replace(/^⟦.*⟧$/, '')]
  })
}

/** Lists the titles of sections of features that are not translated. */
function titlesOfOthers(): string[] {
  return globSync('features/*/ui/landing-section.ts').flatMap((file) => {
    const [, title] = /^ {2}title: '([^']+)'/m.exec(readFileSync(file, 'utf8')) ?? []
    return title && !translated.includes(file.split('/')[1]!) ? [title] : []
  })
}

/** Returns whether an element belongs to a feature that is not translated, or is the name of a language in itself. */
function isOfOthers({ id = '', hreflang }: Record<string, string>): boolean {
  const feature = ownersOfElements.get(id)
  return (feature !== undefined && !translated.includes(feature)) || hreflang !== undefined
}

// Most texts of a page are those of its frame, which every page has.
const known = new Map<string, boolean>()

/** Returns whether a text has words that are neither accented nor content. */
function isEnglish(text: string): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  const found = hasEnglishWords(text)
  known.set(text, found)
  return found
}

function hasEnglishWords(text: string): boolean {
  // Whole before words of the content are taken out of it: addresses and code to copy.
  let rest = text.replaceAll(/https?:\/\/\S+|\/api\/\S+|<\/?iframe[^>]*>/g, ' ')
  for (const one of content) if (rest.includes(one)) rest = rest.replaceAll(one, ' ')
  for (const pattern of sameEverywhere) rest = rest.replaceAll(pattern, ' ')
  return /[A-Za-z]{2,}/.test(rest)
}

/** Lists the texts of content as pages show them: by paragraph, with links apart, and cut to a description. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [
      fitDescription(value),
      ...value.split('\n').flatMap((line) => [line, ...partsOf(line).map(({ text }) => text)]),
    ]
      .map((text) => text.trim())
      .filter((text) => /[A-Za-z]{2,}/.test(text))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

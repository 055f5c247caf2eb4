import { expect, test } from 'vitest'
import { en } from '#features/submissions/messages/en.ts'
import { es } from '#features/submissions/messages/es.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { translateError } from '#shared/messages.ts'
import type { Locale } from '#shared/locales.ts'
import { readTexts } from './read-texts.ts'

const catalogues = joinCatalogues({ features: [{ name: 'submissions', messages: { en, es } }] })

const texts = (website: string) =>
  readTexts({ artist_name: 'Ada', song_title: 'Rain', genre: 'pop', artist_website: website }).artist_website

/** Returns the error message for a website, as shown to the visitor. */
function refusalOf(website: string, locale: Locale = 'en'): string | undefined {
  try {
    texts(website)
    return undefined
  } catch (error) {
    return translateError(catalogues.translator(locale), error as Error & { text: undefined })
  }
}

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/ada ', 'https://www.example.com/ada'],
  ['http://example.com', 'http://example.com'],
  ['', ''],
])('the website %j is stored as %j', (typed, kept) => {
  expect(texts(typed)).toBe(kept)
})

test.each(['my website', 'me@example.com', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com'])(
  'the website %j is rejected with the name of the field',
  (typed) => {
    expect(refusalOf(typed)).toBe('Website (artist_website): Enter a web address such as https://example.com.')
  },
)

test('a website of 300 characters may lack its https, and a longer one is too long', () => {
  const long = (length: number) => `example.com/${'a'.repeat(length - 'example.com/'.length)}`
  expect(texts(long(300))).toHaveLength(308)
  expect(refusalOf(long(301))).toBe('Website (artist_website): this text is too long.')
})

test('an error message is in the language of the sender, with the API name for programs', () => {
  expect(refusalOf('my website', 'es')).toBe(
    'Sitio web (artist_website): Escribe una dirección web como https://example.com.',
  )
  expect(refusalOf(`example.com/${'a'.repeat(300)}`, 'es')).toBe(
    'Sitio web (artist_website): este texto es demasiado largo.',
  )
})

import { expect, test } from 'vitest'
import { readTexts } from './read-texts.ts'

const texts = (website: string) =>
  readTexts({ artist_name: 'Ada', song_title: 'Rain', genre: 'pop', artist_website: website }).artist_website

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/ada ', 'https://www.example.com/ada'],
  ['http://example.com', 'http://example.com'],
  ['', ''],
])('the website %j is kept as %j', (typed, kept) => {
  expect(texts(typed)).toBe(kept)
})

test.each(['my website', 'me@example.com', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com'])(
  'the website %j is refused by name',
  (typed) => {
    expect(() => texts(typed)).toThrow('Website (artist_website): Enter a web address such as https://example.com.')
  },
)

test('a website of 300 characters may lack its https, and a longer one is too long', () => {
  const long = (length: number) => `example.com/${'a'.repeat(length - 'example.com/'.length)}`
  expect(texts(long(300))).toHaveLength(308)
  expect(() => texts(long(301))).toThrow('it is too long')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedDouble, openFeedDouble } from '#tests/support/feed-double.ts'
import { readFeedEntries } from './feed-entries.ts'
import { plainWords } from './plain-words.ts'
import { readFeed } from './read-feed.ts'

let double: FeedDouble
beforeAll(async () => void (double = await openFeedDouble()))
afterAll(() => double.close())

const at = new Date('2026-11-20T10:00:00.000Z')
const read = (path: string) => readFeed(double.origin + path, { localHosts: [double.host] })

test.each(['/feed.xml', '/atom.xml', '/feed.json'])('%s is read into plain words with addresses and dates', async (path) => {
  double.publish([
    {
      title: 'Noise &amp; <b>signal</b>',
      link: 'https://notes.example/1',
      at,
      summary: '<p>Two <a href="https://x.example">words</a>.</p><img src=x>',
    },
    { title: 'Beside the feed', link: '/two', at },
  ])
  expect(await read(path)).toEqual({
    ok: true,
    title: 'Field notes',
    entries: [
      { guid: 'https://notes.example/1', title: 'Noise & signal', url: 'https://notes.example/1', summary: 'Two words.', publishedAt: at },
      expect.objectContaining({ title: 'Beside the feed', url: `${double.origin}/two`, summary: '' }),
    ],
  })
})

test('entries without a title or an address to read on are left out', async () => {
  double.publish([
    { title: '', link: 'https://notes.example/1' },
    { title: 'A script', link: 'javascript:alert(1)' },
    { title: 'A file', link: 'file:///etc/passwd' },
    { title: 'With a key', link: 'https://user:word@notes.example/' },
    { title: 'Good', link: 'https://notes.example/2' },
  ])
  expect(await read('/feed.xml')).toMatchObject({ ok: true, entries: [{ title: 'Good', publishedAt: undefined }] })
})

test.each([
  ['/bomb.xml', 'it is no RSS, Atom or JSON feed'],
  ['/page.html', 'it is no RSS, Atom or JSON feed'],
  ['/gone', 'it answers with status 404'],
])('%s is told, and nothing is read of it', async (path, why) => {
  expect(await read(path)).toEqual({ ok: false, why })
})

test('a document that nests without end harms nobody', async () => {
  expect(await read('/deep.xml')).toMatchObject({ ok: false })
}, 30_000)

test('hostile words come out as words', () => {
  const hostile =
    '<svg><script>alert(1)</script></svg><style>a{}</style>Ha<img src=x onerror=alert(1)> {{unsubscribe_url}} {{{}}{ \u202eevil\u0000'
  const words = plainWords(hostile, 100)
  expect(words).not.toMatch(/[<>\p{Cc}\u202e]|\{\{|\}\}/u)
  expect(words).toContain('Ha')
  expect(plainWords('Five &lt;b&gt; words', 100)).toBe('Five <b> words')
  expect(plainWords(`${'word '.repeat(100)}`, 22)).toBe('word word word word…')
})

test('what is no feed says nothing', () => {
  for (const text of [
    '',
    '{}',
    '[]',
    'null',
    '<rss',
    '<rss></rss><!ENTITY x "y">',
    '\u0000',
    '{"version":"https://jsonfeed.org/version/1.1"',
  ])
    expect(readFeedEntries(text, 'https://notes.example/')?.entries ?? [], text).toEqual([])
})

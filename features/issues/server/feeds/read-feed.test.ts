import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedFake, startFeedFake } from '#tests/support/feed-fake.ts'
import { readFeedEntries } from './feed-entries.ts'
import { plainText } from './plain-text.ts'
import { readFeed } from './read-feed.ts'

let fake: FeedFake
beforeAll(async () => void (fake = await startFeedFake()))
afterAll(() => fake.close())

const at = new Date('2026-11-20T10:00:00.000Z')
const read = (path: string) => readFeed(fake.origin + path, { localHosts: [fake.host] })

test.each(['/feed.xml', '/atom.xml', '/feed.json'])(
  '%s is parsed into plain text with links and dates',
  async (path) => {
    fake.publish([
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
        {
          guid: 'https://notes.example/1',
          title: 'Noise & signal',
          url: 'https://notes.example/1',
          summary: 'Two words.',
          publishedAt: at,
        },
        expect.objectContaining({ title: 'Beside the feed', url: `${fake.origin}/two`, summary: '' }),
      ],
    })
  },
)

test('entries without a title or a link are skipped', async () => {
  fake.publish([
    { title: '', link: 'https://notes.example/1' },
    { title: 'A script', link: 'javascript:alert(1)' },
    { title: 'A file', link: 'file:///etc/passwd' },
    { title: 'With a key', link: 'https://user:word@notes.example/' },
    { title: 'Good', link: 'https://notes.example/2' },
  ])
  expect(await read('/feed.xml')).toMatchObject({ ok: true, entries: [{ title: 'Good', publishedAt: undefined }] })
})

test.each([
  ['/bomb.xml', 'it is not an RSS, Atom or JSON feed'],
  ['/page.html', 'it is not an RSS, Atom or JSON feed'],
  ['/gone', 'the server returned status 404'],
])('%s is reported, and nothing is parsed', async (path, why) => {
  expect(await read(path)).toEqual({ ok: false, why })
})

test('a deeply nested document is handled safely', async () => {
  expect(await read('/deep.xml')).toMatchObject({ ok: false })
}, 30_000)

test('hostile text stays text', () => {
  const hostile =
    '<svg><script>alert(1)</script></svg><style>a{}</style>Ha<img src=x onerror=alert(1)> {{unsubscribe_url}} {{{}}{ \u202eevil\u0000'
  const words = plainText(hostile, 100)
  expect(words).not.toMatch(/[<>\p{Cc}\u202e]|\{\{|\}\}/u)
  expect(words).toContain('Ha')
  expect(plainText('Five &lt;b&gt; words', 100)).toBe('Five <b> words')
  expect(plainText(`${'word '.repeat(100)}`, 22)).toBe('word word word word…')
})

const rss = (items: string, root = '') =>
  `<?xml version="1.0"?><rss version="2.0" ${root}><channel><title>T</title><link>https://a.example</link><description>d</description>${items}</channel></rss>`
const item = (title: string, rest = '') => `<item><title>${title}</title><link>https://a.example/1</link>${rest}</item>`
const atom = (entry: string, root = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${root}><title>T</title><id>t</id><updated>2026-11-24T00:00:00Z</updated>${entry}</feed>`
const entry = (inner: string) =>
  `<entry><id>1</id><updated>2026-11-24T00:00:00Z</updated><link href="https://a.example/1"/>${inner}</entry>`
const first = (text: string) => readFeedEntries(text, 'https://a.example/feeds/all.xml')?.entries[0]

test.each([
  ['Donau&#173;dampf&#173;schiff', 'Donaudampfschiff'],
  ['می\u200cشود', 'می\u200cشود'],
  ['क्\u200dष', 'क्\u200dष'],
  ['👩🏽\u200d🚀 lands', '👩🏽\u200d🚀 lands'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} wins',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} wins',
  ],
  ['hidden\u{e0061}\u{e0062}\u{e0063}\u{e007f} tags', 'hidden tags'],
  ['\u200dzero\u200bwidth\u2060 \u200c\ufeffjoiners\u200d', 'zerowidth joiners'],
  ['\u202eevil\u202c \u2067left\u2069', 'evil left'],
  ['Vec&lt;String&gt; beats &lt;T&gt;', 'Vec<String> beats <T>'],
  ['Use &lt;b&gt; and x &lt; y', 'Use <b> and x < y'],
  ['The &lt;b&gt; tag', 'The <b> tag'],
  ['Loud &lt;b&gt;and &lt;i&gt;clear&lt;/i&gt;&lt;/b&gt;', 'Loud and clear'],
  ['<![CDATA[<code>Vec<String></code> & co]]>', '<code>Vec<String></code> & co'],
  ['<![CDATA[One<br/>two &amp; three]]>', 'One two & three'],
  ['Tom &amp;amp; Jerry&amp;#8217;s', 'Tom & Jerry’s'],
  ['if a &lt; b &amp;amp;&amp;amp; b &gt; c', 'if a < b && b > c'],
])('the RSS title %s is parsed as %s', (title, words) => expect(first(rss(item(title)))?.title).toBe(words))

test.each([
  ['a paragraph', '&lt;p&gt;Two &lt;b&gt;words&lt;/b&gt;&lt;p&gt;unclosed', 'Two words unclosed'],
  ['plain words about code', 'Map&lt;K, V&gt; is faster than Vec&lt;T&gt;', 'Map<K, V> is faster than Vec<T>'],
  ['code in a paragraph', '<![CDATA[<p>if a &lt; b</p>]]>', 'if a < b'],
])('an RSS description may be %s', (_what, description, words) =>
  expect(first(rss(item('T', `<description>${description}</description>`)))?.summary).toBe(words),
)

test('the declared types of Atom texts are respected', () => {
  const both = (type: string, text: string) =>
    first(atom(entry(`<title type="${type}">${text}</title><summary type="${type}">${text}</summary>`)))
  expect(both('text', 'Use &lt;b&gt;bold&lt;/b&gt; &amp;amp; x')).toMatchObject({
    title: 'Use <b>bold</b> &amp; x',
    summary: 'Use <b>bold</b> &amp; x',
  })
  expect(both('html', 'Use &lt;b&gt;bold&lt;/b&gt; &amp;amp; x')).toMatchObject({
    title: 'Use bold & x',
    summary: 'Use bold & x',
  })
  const xhtml = '<div xmlns="http://www.w3.org/1999/xhtml">Vec&lt;T&gt; <b>beats</b></div>'
  expect(both('xhtml', xhtml)).toMatchObject({ title: 'Vec<T> beats', summary: 'Vec<T> beats' })
  const content = (type: string) =>
    first(atom(entry(`<title>T</title><content type="${type}">a &lt;b&gt;b&lt;/b&gt;</content>`)))?.summary
  expect([content('text/plain'), content('text/html; charset=utf-8'), content('image/png')]).toEqual([
    'a <b>b</b>',
    'a b',
    '',
  ])
})

test('JSON Feed separates text and HTML', () => {
  const feed = (fields: object) =>
    first(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'T',
        items: [{ id: '1', url: 'https://a.example/1', title: 'Vec<T> beats', ...fields }],
      }),
    )
  expect(feed({ content_text: 'a <b>b</b>' })).toMatchObject({ title: 'Vec<T> beats', summary: 'a <b>b</b>' })
  expect(feed({ content_html: 'a <b>b</b>' })).toMatchObject({ summary: 'a b' })
  expect(feed({ summary: 'x < y', content_html: '<p>b</p>' })).toMatchObject({ summary: 'x < y' })
})

test('links are resolved against the document’s base URLs', () => {
  const link = '<link href="post/1"/>'
  const of = (inner: string) =>
    `<entry ${inner}><title>T</title>${link}<id>1</id><updated>2026-11-24T00:00:00Z</updated></entry>`
  const root = 'xml:base="https://base.example/sub/"'
  expect(first(atom(of('')))?.url).toBe('https://a.example/feeds/post/1')
  expect(first(atom(of(''), root))?.url).toBe('https://base.example/sub/post/1')
  expect(first(atom(of('xml:base="deep/"'), root))?.url).toBe('https://base.example/sub/deep/post/1')
  expect(first(atom(of('xml:base="/top/"'), 'xml:base="../x/"'))?.url).toBe('https://a.example/top/post/1')
  expect(first(atom(of('xml:base="javascript:x/"')))).toBeUndefined()
  expect(first(atom(of('xml:base="http://[bad"'), root))?.url).toBe('https://base.example/sub/post/1')
  const withLinks = (links: string) => of('xml:base="deep/"').replace(link, links)
  const based = '<link rel="alternate" href="post/1" xml:base="own/"/>'
  expect(first(atom(withLinks(based), root))?.url).toBe('https://base.example/sub/deep/own/post/1')
  expect(first(atom(withLinks(based.replace('own/', 'https://c.example/d/')), root))?.url).toBe(
    'https://c.example/d/post/1',
  )
  const amid = `<!-- ${based} --><link rel="self" href="x" xml:base="/self/"/><source>${based}</source>${link}`
  expect(first(atom(withLinks(amid), root))?.url).toBe('https://base.example/sub/deep/post/1')
  const prefixed = withLinks('<a:link href="?a=1&amp;b=2" xml:base="/top/"/>').replaceAll(/<(\/?)(?!a:)/g, '<$1a:')
  expect(first(`<a:feed xmlns:a="http://www.w3.org/2005/Atom">${prefixed}</a:feed>`)?.url).toBe(
    'https://a.example/top/?a=1&b=2',
  )
  const others = `<entry/><x:entry xmlns:x="urn:x">-</x:entry>${of('').replace(link, '<content><entry/></content>')}`
  expect(readFeedEntries(atom(others + withLinks(based), root), 'https://a.example/')?.entries.at(-1)?.url).toBe(
    'https://base.example/sub/deep/own/post/1',
  )
  expect(first(rss('<item><title>T</title><link>p</link></item>', root))?.url).toBe('https://base.example/sub/p')
})

test('text about entities is allowed, but a document that declares entities is not a feed', () => {
  const about = '<description><![CDATA[<pre>&lt;!DOCTYPE x [ <!ENTITY a "b"> ]&gt;</pre>]]></description>'
  expect(first(rss(item('XXE explained', about)))).toMatchObject({
    title: 'XXE explained',
    summary: '<!DOCTYPE x [ ]>',
  })
  const netscape = '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://my.netscape.com/[x].dtd">'
  expect(first(netscape + rss(item('Old', '<!-- <!ENTITY x "y"> -->')).replace(/^<\?.*?\?>/, ''))?.title).toBe('Old')
  const declared = '[<!ENTITY k "ha">]>'
  for (const head of [
    `<!DOCTYPE rss ${declared}`,
    `<?xml version="1.0"?>\n<!-- <rss> -->\n<?pi <![CDATA[ ?><!doctype rss SYSTEM "<![CDATA[" ${declared}`,
    `\ufeff <!DOCTYPE rss PUBLIC 'a"[' "b'>" ${declared}`,
  ])
    expect(
      readFeedEntries(head + rss(item('&k;')).replace(/^<\?.*?\?>/, ''), 'https://a.example/'),
      head,
    ).toBeUndefined()
  expect(
    readFeedEntries(`${'<!-- x -->'.repeat(20_000)}${' '.repeat(200_000)}<rss`, 'https://a.example/'),
  ).toBeUndefined()
})

test('broken characters are repaired and long texts are cut', () => {
  const feed = first(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1',
      title: '',
      items: [{ id: '1', url: 'https://a.example/', title: `\ud83d${'👍'.repeat(500)}` }],
    }),
  )
  expect(feed?.title.isWellFormed()).toBe(true)
  expect(feed?.title).toMatch(/^\ufffd👍+…$/u)
})

test('other documents are not feeds', () => {
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

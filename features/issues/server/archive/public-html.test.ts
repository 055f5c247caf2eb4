import { computedMs } from '#tests/support/computed-time.ts'
import { expect, test } from 'vitest'
import { plainText, publicHtml, withoutVariables } from './public-html.ts'

const page = { origin: 'https://swade.example', links: 'paths' as const }
const feed = { origin: 'https://swade.example', links: 'absolute' as const }

test('the public HTML contains no personal data', () => {
  const html = publicHtml('<p>Hello {{first_name}}, <a href="{{unsubscribe_url}}">leave</a> {{ link:3 }}</p>', page)
  expect(html).toBe('<p>Hello, <a>leave</a></p>')
  expect(plainText('<p>Hi {{first_name}}</p><p>there &amp; &lt;here&gt;</p>')).toBe('Hi there & <here>')
})

test('links to this site are paths on pages and absolute in the feed, external ones open in a new tab', () => {
  const written =
    '<p><a href="https://swade.example/books?x=1">b</a><a href="https://swade.example">h</a><a href="https://other.example/a">o</a></p>'
  expect(publicHtml(written, page)).toBe(
    '<p><a href="/books?x=1">b</a><a href="/">h</a><a href="https://other.example/a" rel="noopener noreferrer" target="_blank">o</a></p>',
  )
  expect(publicHtml(written, feed)).toContain(
    '<a href="https://swade.example/books?x=1">b</a><a href="https://swade.example">h</a>',
  )
})

test('a hundred thousand spaces are processed quickly', () => {
  const before = computedMs()
  expect(withoutVariables(`a${' '.repeat(100_000)}b {{first_name}} {{x}}`)).toMatch(/^a +b$/)
  // In quadratic time, this takes ten seconds and more.
  expect(computedMs() - before).toBeLessThan(3_000)
})

test('a path that looks like a host stays on this site', () => {
  expect(publicHtml('<a href="https://swade.example//evil.example/x">x</a>', page)).toBe(
    '<a href="/evil.example/x">x</a>',
  )
  // Browsers treat a backslash as a slash, and ignore tabs.
  for (const path of ['/\\evil.example', '/\t/evil.example', '/\\\t\\evil.example'])
    expect(publicHtml(`<a href="https://swade.example${path}">x</a>`, page), path).toBe('<a href="/evil.example">x</a>')
})

test('a stored path is a link to this site, absolute in the feed', () => {
  expect(publicHtml('<a href="/books?of=us#new">x</a>', page)).toBe('<a href="/books?of=us#new">x</a>')
  expect(publicHtml('<a href="/books">x</a>', feed)).toBe('<a href="https://swade.example/books">x</a>')
})

test('a host that only starts like ours is external', () => {
  expect(publicHtml('<a href="https://swade.example.evil.example/">x</a>', page)).toContain(
    'href="https://swade.example.evil.example/"',
  )
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)" style="position:fixed">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.example"><input name="a"></form>',
  '<{{x}}script>alert(1)</{{x}}script>',
  '<a href="https://x.example/{{a}}" on{{b}}click="alert(1)">x</a>',
])('%s cannot run', (html) => {
  const shown = publicHtml(html, page)
  expect(shown).not.toMatch(/<(script|img|svg|math|style|iframe|form|input)|\son\w+=|javascript:|data:|style=/i)
})

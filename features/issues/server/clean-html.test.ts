import { expect, test } from 'vitest'
import { publicHtml } from './archive/public-html.ts'
import { cleanHtml, shownElements, styleHtml } from './clean-html.ts'
import { hostileHtml } from './test-hostile-html.ts'

const elements = shownElements.join('|')
const cleanTag = new RegExp(`^</?(?:${elements})(?: href="(?:https?://|mailto:)[^"<>]*")?(?: /)?>$`, 'i')
const dressedTag = new RegExp(
  `^</?(?:${elements})(?: href="(?:https?://|mailto:|https://link\\.example/)[^"<>]*")?(?: class="[a-z]+")?(?: style="[^"<>]*")?(?: /)?>$`,
  'i',
)
const publicTag = new RegExp(
  `^</?(?:${elements})(?: (?:href="(?:https?://|mailto:|/)[^"<>]*"|rel="[a-z ]+"|target="_blank"))*(?: /)?>$`,
  'i',
)

/** Lists everything that any parser could interpret as markup, except for our own elements. */
function strangers(html: string, tag: RegExp): string[] {
  return (html.match(/<[^<>]*>?|>/g) ?? []).filter((found) => !tag.test(found))
}

test('there are thousands of hostile samples', () => {
  expect(hostileHtml.length).toBeGreaterThan(3000)
})

// One expectation for all samples: thousands of them would take longer than the cleaning.
test('only allowed elements of hostile HTML pass, and nothing else that a parser could read as an element', () => {
  expect(hostileHtml.filter((hostile) => strangers(cleanHtml(hostile), cleanTag).length > 0)).toEqual([])
})

test('cleaning is idempotent', () => {
  const cleaned = hostileHtml.map((hostile) => cleanHtml(hostile, 'https://swade.example'))
  expect(cleaned.filter((once) => cleanHtml(once, 'https://swade.example') !== once)).toEqual([])
})

test('links to paths of this site become absolute, and no other address does', () => {
  const linked = (href: string) => cleanHtml(`<p><a href="${href}">x</a></p>`, 'https://swade.example')
  const to = (href: string) => `<p><a href="${href}">x</a></p>`
  expect(linked('/books')).toBe(to('https://swade.example/books'))
  expect(linked(' /es/books?sort=new&amp;page=2#top ')).toBe(
    to('https://swade.example/es/books?sort=new&amp;page=2#top'),
  )
  expect(linked('/')).toBe(to('https://swade.example/'))
  expect(linked('https://other.example/books')).toBe(to('https://other.example/books'))
  for (const refused of [
    '//other.example/x',
    '/\\other.example',
    '/\t/other.example',
    'books',
    '#top',
    'javascript:alert(1)',
  ])
    expect(linked(refused), refused).toBe('<p><a>x</a></p>')
})

test('styled HTML has only our styles', () => {
  const dress = (hostile: string) => styleHtml(hostile, () => 'https://link.example/1')
  expect(hostileHtml.filter((hostile) => strangers(dress(hostile), dressedTag).length > 0)).toEqual([])
})

test.each(['paths', 'absolute'] as const)('it is equally harmless in the archive and the feed, with %s', (links) => {
  const publish = (hostile: string) => publicHtml(hostile, { origin: 'https://x.example', links })
  expect(hostileHtml.filter((hostile) => strangers(publish(hostile), publicTag).length > 0)).toEqual([])
})

test('regular content is unchanged', () => {
  const meant =
    '<h2>Heading</h2><p>One <strong>two</strong> <em>three</em> <u>four</u> <s>five</s><br />six &amp; &lt;seven&gt;</p><ul><li><p>a</p></li></ul>' +
    '<ol><li><p>b</p></li></ol><blockquote><p>c</p></blockquote><hr /><p><a href="https://x.example/?a=1&amp;b=2">d</a> <a href="mailto:a@x.example">e</a></p>'
  expect(cleanHtml(meant)).toBe(meant)
  expect(cleanHtml('<h1>a</h1><div>b</div><b>c</b><i>d</i>')).toBe('<h2>a</h2><p>b</p><strong>c</strong><em>d</em>')
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  findDocumentErrors,
  findStructuredDataErrors,
  findHeaderErrors,
  findPolicyErrors,
  listAddresses,
  listLoaded,
} from './html.ts'

const goodHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': "default-src 'self'",
}

test('correct headers pass; each missing, weak or overly revealing header is found', () => {
  expect(findHeaderErrors(goodHeaders)).toEqual([])
  for (const name of Object.keys(goodHeaders)) {
    expect(findHeaderErrors({ ...goodHeaders, [name]: 'anything' })).toEqual([`${name}: anything`])
    expect(findHeaderErrors(Object.fromEntries(Object.entries(goodHeaders).filter(([one]) => one !== name)))).toEqual([
      `${name}: missing`,
    ])
  }
  for (const name of ['set-cookie', 'x-powered-by', 'server'])
    expect(findHeaderErrors({ ...goodHeaders, [name]: 'x' })).toHaveLength(1)
})

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; " +
  "base-uri 'self'; form-action 'self'; object-src 'none'"

test('a policy may name the inline scripts of its page, and no other inline code or foreign source', () => {
  const script = '<script>1</script>'
  const hash = `'sha256-${createHash('sha256').update('1').digest('base64')}'`
  expect(findPolicyErrors(policy, '<p>no script</p>')).toEqual([])
  expect(findPolicyErrors(policy.replace("script-src 'self'", `script-src 'self' ${hash}`), script)).toEqual([])
  expect(findPolicyErrors(policy, script), 'a script without its hash').toHaveLength(1)
  expect(findPolicyErrors(policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"), '')).toHaveLength(1)
  expect(
    findPolicyErrors(policy.replace("frame-src 'self'", "frame-src 'self' https://elsewhere.example"), ''),
  ).toHaveLength(1)
  expect(findPolicyErrors(policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"), '')).toHaveLength(1)
  expect(findPolicyErrors(policy.replace("object-src 'none'", ''), '')).toHaveLength(1)
  expect(findPolicyErrors(policy, '<p onclick="go()">x</p>')).toEqual(['inline handler: <p onclick="go()">'])
})

const document = (body: string, head = '<title>One</title>') =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`

test('a document has a language, one title, one main heading, and unique ids', () => {
  expect(findDocumentErrors(document('<h1 id="a">One</h1>'))).toEqual([])
  expect(findDocumentErrors('<html><title>One</title><h1>One</h1></html>')).toEqual(['no document type or language'])
  expect(findDocumentErrors(document('<h1>One</h1>', ''))).toEqual(['0 titles'])
  expect(findDocumentErrors(document('<h2>One</h2>'))).toEqual(['0 first headings'])
  expect(findDocumentErrors(document('<h1>One</h1><h1 class="x">Two</h1>'))).toEqual(['2 first headings'])
  expect(findDocumentErrors(document('<h1 id="a">One</h1><p id="a">Two</p>'))).toEqual(['id given twice: a'])
})

const facts = (...graph: object[]) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })}</script>`

test('structured data is complete, absolute, unique and contains no praise', () => {
  const book = {
    '@type': 'Book',
    '@id': 'https://swade.example/book/a#book',
    'url': 'https://swade.example/book/a',
    'name': 'A',
  }
  expect(
    findStructuredDataErrors(facts(book, { '@type': 'Offer', 'seller': { '@id': 'https://swade.example/#us' } })),
  ).toEqual([])
  expect(findStructuredDataErrors('<script type="application/ld+json">{</script>')).toHaveLength(1)
  expect(findStructuredDataErrors(facts(book).replace('https://schema.org', 'http://else.example'))).toHaveLength(1)
  expect(findStructuredDataErrors(facts({ name: 'A' }))).toHaveLength(1)
  expect(findStructuredDataErrors(facts(book, book))).toEqual([`told twice: ${book['@id']}`])
  for (const wrong of [
    { url: '/book/a' },
    { author: { '@type': 'Person', 'image': 'a.png' } },
    { name: '' },
    { aggregateRating: 5 },
  ])
    expect(findStructuredDataErrors(facts({ ...book, ...wrong })), JSON.stringify(wrong)).toHaveLength(1)
})

test('everything a page links to or loads is a valid address', () => {
  const html = `<a href="/a">a</a><a href="">b</a><img src="/c.png" alt=""/><form action="/d"></form><video poster="/e.png" src="/f.webm"></video>`
  expect(listAddresses(html)).toEqual(['/a', '', '/c.png', '/f.webm', '/e.png', '/d'])
})

test('resources that a page loads are distinguished from its links', () => {
  const html = `<link rel="canonical" href="/here"/><link rel="preconnect" href="https://a.example"/><link rel="stylesheet" href="/b.css"/>
    <a href="/c">c</a><img alt="" src="/d.png" srcset="/e.png 320w, /f.png 640w"/><iframe src="/g"></iframe><video poster="/h.png"></video>`
  expect(listLoaded(html)).toEqual(['https://a.example', '/b.css', '/d.png', '/e.png', '/f.png', '/g', '/h.png'])
})

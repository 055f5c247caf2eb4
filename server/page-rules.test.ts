import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageKey, rightSpelling } from './page-rules.ts'

const keyOf = (path: string) => pageKey(new URL(`http://localhost${path}`), (_kind, name) => ['nova-swade', 'token-forge'].includes(name))

test.each([
  ['/', '/'],
  ['/books?utm_source=letter&fbclid=1', '/books'],
  ['/artist/nova-swade?x=1', '/artist/nova-swade'],
  ['/platform/token-forge?frame=page', '/platform/token-forge?frame=page'],
  ['/platform/token-forge?frame=%3Cscript%3E', '/platform/token-forge'],
  ['/newsletter?state=done&x=1', '/newsletter?state=done'],
  ['/newsletter?state=made-up', '/newsletter'],
  ['/newsletter?page=2&x=1', '/newsletter?page=2'],
  ['/newsletter?page=1', '/newsletter'],
  ['/newsletter?page=100000', '/newsletter'],
  ['/newsletter/nova-swade', '/newsletter/nova-swade'],
  ['/newsletter/never-sent', '/newsletter/not-found'],
  ['/newsletter/never-sent.data', '/newsletter/not-found.data'],
  ['/books.data?_routes=made-up', '/books.data'],
  ['/artist/nobody', '/artist/not-found'],
  ['/platform/nothing?frame=page', '/platform/not-found'],
  ['/artist/nobody.data', '/artist/not-found.data'],
  ['/withdraw?contract=x', '/withdraw'],
  ['/nope', '/not-found'],
  ['//', '/not-found'],
  ['/artist/', '/not-found'],
  ['/artist/a/b', '/not-found'],
  ['/newsletter/unsubscribe', '/newsletter/not-found'],
  ['/_root.data', '/_root.data'],
])('%s is kept as %s', (path, key) => expect(keyOf(path)).toBe(key))

test.each([
  '/newsletter/unsubscribe/abc',
  '/newsletter/confirm/abc',
  '/newsletter/preferences/abc',
  '/my-books',
  '/my-books.data',
  '/my-books/open/abc',
  '/test-checkout/abc',
  '/admin',
  '/dev/outbox',
  '/admin/orders',
  '/admin/orders/abc.data',
  '/dev/station',
  '/newsletter/unsubscribe/abc.data',
])('%s is never kept', (path) => expect(keyOf(path)).toBeUndefined())

test('nothing a visitor makes up can add a page', () => {
  const made = fc.oneof(
    fc.constantFrom('/books', '/platform/token-forge', '/newsletter', '/artist/', '/book/', '/', '/books.data'),
    fc.webPath(),
  )
  const rightKeys =
    /^\/((swade-fam|books|journey|tokens|market|terms|privacy|imprint|withdraw|newsletter(\?state=done)?|_root|artist\/nova-swade|(artist|book|platform|newsletter)\/not-found|platform\/token-forge(\?frame=page)?|not-found)(\.data)?(\?(frame=page|state=(done|erased)|page=\d\d?|state=(done|erased)&page=\d\d?))?)?$/
  fc.assert(
    fc.property(
      made,
      fc.webPath(),
      fc.array(fc.tuple(fc.constantFrom('frame', 'state', 'page', '_routes', 'x'), fc.oneof(fc.string(), fc.nat().map(String)))),
      (start, rest, pairs) => {
        const path = `/${start}${rest.slice(1)}?${new URLSearchParams(pairs)}`.replace(/^\/+/, '/')
        expect(keyOf(path) ?? '/').toMatch(rightKeys)
      },
    ),
  )
})

test.each([
  ['/books/', '/books'],
  ['/Books?a=b', '/books?a=b'],
  ['/%62ooks', '/books'],
  ['/Artist/Nova-Swade/', '/artist/nova-swade'],
  ['/books', undefined],
  ['/', undefined],
  ['//', undefined],
  ['//evil.example/books/', undefined],
  ['/nope/', undefined],
  ['/%ff/', undefined],
])('%s belongs at %s', (path, right) => expect(rightSpelling(new URL(`http://localhost${path}`))).toBe(right))

test('every page of the site has a rule', () => {
  const routes = readFileSync(join(import.meta.dirname, '../app/routes.ts'), 'utf8')
  const paths = [...routes.matchAll(/route\('([^'*]+)'/g)].map(([, path = '']) => `/${path.replace(/:\w+/g, 'nova-swade')}`)
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) expect(keyOf(path), path).not.toBe('/not-found')
})

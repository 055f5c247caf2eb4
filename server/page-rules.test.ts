import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageKey } from './page-rules.ts'

const keyOf = (path: string) => pageKey(new URL(`http://localhost${path}`))

test.each([
  ['/', '/'],
  ['/books?utm_source=letter&fbclid=1', '/books'],
  ['/artist/nova-swade?x=1', '/artist/nova-swade'],
  ['/platform/token-forge?frame=page', '/platform/token-forge?frame=page'],
  ['/platform/token-forge?frame=%3Cscript%3E', '/platform/token-forge'],
  ['/newsletter?state=done&x=1', '/newsletter?state=done'],
  ['/books.data?_routes=features%2Fbooks', '/books.data?_routes=features%2Fbooks'],
  ['/_root.data', '/_root.data'],
])('%s is kept as %s', (path, key) => expect(keyOf(path)).toBe(key))

test.each([
  '/newsletter/unsubscribe/abc',
  '/newsletter/confirm/abc',
  '/admin',
  '/dev/outbox',
  '/nope',
  '/artist/',
  '/artist/UPPER',
  '/artist/a/b',
  '//',
  '/newsletter/unsubscribe/abc.data',
])('%s is never kept', (path) => expect(keyOf(path)).toBeUndefined())

test('no search parameter a visitor makes up can add a page', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
      const search = new URLSearchParams(pairs.filter(([name]) => name !== '_routes'))
      expect(keyOf(`/books?${search}`)).toBe('/books')
    }),
  )
})

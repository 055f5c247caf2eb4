import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Services } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { listPaths, readTexts } from '../scripts/check/source-files.ts'
import { readPages } from './site-pages.ts'

const root = join(import.meta.dirname, '..')
const build = await loadPageHandles()
const known = {
  find: (name: string) => (['nova-swade', 'token-forge'].includes(name) ? {} : undefined),
  list: () => [],
}
const books = { ...known, findUnlisted: (id: string) => (id === 'withdrawn' ? {} : undefined) }
// Services of other features return nothing.
const nothing: unknown = new Proxy({}, { get: () => () => [] })
const services = { artists: known, books, platforms: known, issueArchive: known }
const pages = readPages(
  build,
  new Proxy(services, { get: (all, name) => all[name as keyof typeof all] ?? nothing }) as unknown as Services,
)

const keyOf = (path: string, isSomebody = false) => pages.keyOf(new URL(`http://localhost${path}`), isSomebody)

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
  ['/_.data', '/_.data'],
  ['/books/_.data?x=1', '/books.data'],
  ['/artist/nobody/_.data', '/artist/not-found.data'],
])('%s is cached as %s', (path, key) => expect(keyOf(path)).toBe(key))

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
  '/admin/unknown/page',
  '/newsletter-admin/unknown.data',
  '/admin/content/_.data',
  '/Admin/_.data',
  '/my-books/_.data',
  '/dev/station',
  '/newsletter/unsubscribe/abc.data',
])('%s is never cached', (path) => expect(keyOf(path)).toBeUndefined())

test('no made-up path or parameter adds a page to the cache', () => {
  const made = fc.oneof(
    fc.constantFrom('/books', '/platform/token-forge', '/newsletter', '/artist/', '/book/', '/', '/books.data'),
    fc.webPath(),
  )
  const rightKeys =
    /^\/((swade-fam|books|journey|tokens|market|terms|privacy|imprint|withdraw|newsletter(\?state=done)?|_|artist\/nova-swade|(artist|book|platform|newsletter)\/not-found|platform\/token-forge(\?frame=page)?|not-found)(\.data)?(\?(frame=page|state=(done|erased)|page=\d\d?|state=(done|erased)&page=\d\d?))?)?$/
  fc.assert(
    fc.property(
      made,
      fc.webPath(),
      fc.array(
        fc.tuple(
          fc.constantFrom('frame', 'state', 'page', '_routes', 'x'),
          fc.oneof(fc.string(), fc.nat().map(String)),
        ),
      ),
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
])('%s redirects to %s', (path, right) => expect(pages.redirectOf(new URL(`http://localhost${path}`))).toBe(right))

test('a book removed from the library is cached as not found, and rendered for a browser that may have bought it', () => {
  for (const below of ['', '/read', '/words']) {
    expect(keyOf(`/book/withdrawn${below}`)).toBe(`/book/not-found${below}`)
    expect(keyOf(`/book/withdrawn${below}`, true)).toBeUndefined()
    expect(keyOf(`/book/nothing${below}`, true)).toBe(`/book/not-found${below}`)
  }
})

test('every page of the site is known: public ones by name, all others as personal', () => {
  const paths = Object.values(build.routes).flatMap((route) =>
    route?.path && route.path !== '*' ? [`/${route.path}`] : [],
  )
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths) expect(keyOf(path.replace(/:\w+/g, 'nova-swade')), path).not.toBe('/not-found')
})

test('an unknown address of the admin is no page, and does not stand in for the pages beside it', () => {
  for (const path of ['/admin/unknown', '/admin/orders/a/b', '/newsletter-admin/unknown'])
    expect(pages.isPage(path), path).toBe(false)
  const routeOf = (path: string) => pages.routeOf(new URL(`http://localhost${path}`))
  expect(routeOf('/admin/unknown')).toBe('/admin/*')
  expect(routeOf('/admin/books/a-book/preview')).toBe('/admin/books/:bookId/preview')
  expect(routeOf('/administration')).toBe('/*')
})

test('no page of the admin, of a buyer or behind a secret link is public', () => {
  const open = Object.values(build.routes).flatMap((route) =>
    (route?.module.handle as PageHandle)?.cache ? [route?.path ?? '/'] : [],
  )
  expect(open.filter((path) => /^(admin|my-books|dev|submission|test-checkout)\b|:token|:session/.test(path))).toEqual(
    [],
  )
  expect(pages.privatePaths()).toEqual(
    expect.arrayContaining([
      '/admin',
      '/my-books',
      '/newsletter/unsubscribe/',
      '/newsletter/confirm/',
      '/newsletter/preferences/',
      '/test-checkout/',
    ]),
  )
})

test('figures and share images exist for names that pages use, and for no others', () => {
  for (const name of ['home', 'imprint', 'error', 'not-found', 'admin', 'book-not-found', 'nova-swade'])
    expect(pages.isFigure(name), name).toBe(true)
  for (const name of ['nobody', 'constructor', '__proto__', '']) expect(pages.isFigure(name), name).toBe(false)
  expect(pages.shareText('page', 'withdraw')).toEqual({
    title: 'Withdraw from contract',
    kicker: '14 days, no reason needed',
  })
  for (const [kind, name] of [
    ['page', 'constructor'],
    ['page', 'nova-swade'],
    ['constructor', 'home'],
    ['artist', 'nobody'],
  ] as const)
    expect(pages.shareText(kind, name), `${kind}/${name}`).toBeUndefined()
})

test('every figure that a page or a component names is drawn', () => {
  const screens = readTexts(root, listPaths(root)).filter(
    ({ path }) => /^(app|features|ui)\/.*\.tsx$/.test(path) && !/\.test\.tsx$|^ui\/gallery/.test(path),
  )
  const named = new Set(
    screens.flatMap(({ text }) => [...text.matchAll(/\b(?:figure|slug)="([a-z0-9-]+)"/g)].map(([, name = '']) => name)),
  )
  expect(named.size).toBeGreaterThan(10)
  // The venue has no page; feature.ts declares its artwork.
  expect([...named].filter((name) => name !== 'virtual-world' && !pages.isFigure(name))).toEqual([])
})

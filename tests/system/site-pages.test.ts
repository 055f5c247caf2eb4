import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { listSitemap, pageKinds } from '#tests/support/addresses.ts'
import { elements, readText } from '#tests/support/html.ts'
import {
  type Fact,
  findDocumentErrors,
  findStructuredDataErrors,
  findHeaderErrors,
  findPolicyErrors,
  isOfType,
  readFacts,
} from '#tests/support/page-checks/html.ts'
import { findDeadLinks } from '#tests/support/page-checks/links.ts'
import { localePath, splitLocale } from '#shared/locales.ts'
import { sharedSite } from '#tests/support/shared-site.ts'

type Page = { path: string; html: string; headers: Record<string, string> }

const site = sharedSite()
/** Origin of canonical links, images and structured data; the site uses no other name of itself. */
const origin = site.origin.replace('127.0.0.1', 'localhost')
const get = (path: string, init?: RequestInit) =>
  fetch(site.origin + path.replace(origin, ''), { redirect: 'manual', ...init })

let pages: Page[]
beforeAll(async () => {
  pages = []
  for (const path of await listSitemap(site.origin)) {
    const answer = await get(path)
    expect(answer.status, path).toBe(200)
    pages.push({ path, html: await answer.text(), headers: Object.fromEntries(answer.headers) })
  }
})

const titleOf = (html: string) => readText(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
const metaOf = (html: string, name: string) =>
  elements(html, 'meta').filter((meta) => (meta['name'] ?? meta['property']) === name)
/** Returns the part of a page within an element with this attribute, such as a nav by its label. */
const partOf = (html: string, attribute: string) => {
  const [tag = '', name = ''] = new RegExp(`<(\\w+)[^>]*${attribute}[^>]*>`).exec(html) ?? []
  const start = html.indexOf(tag)
  return html.slice(start, html.indexOf(`</${name}>`, start))
}
const linksIn = (part: string) =>
  [...part.matchAll(/<a\s[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, href, words = '']) => `${readText(words)} → ${href}`,
  )

test('the sitemap lists every artist, book and platform, and no page that is excluded from search', () => {
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/swade-fam', '/books', '/journey', '/tokens', '/market', '/newsletter']),
  )
  const count = (start: string) => pages.filter(({ path }) => path.startsWith(start)).length
  expect({ artists: count('/artist/'), books: count('/book/'), platforms: count('/platform/') }).toEqual({
    artists: 11,
    books: 6,
    platforms: 18,
  })
  for (const { path, html } of pages) expect.soft(metaOf(html, 'robots'), path).toEqual([])
})

test('every page of the sitemap has one main heading, correct headers, its own policy and valid structured data', async () => {
  for (const { path, html, headers } of pages) {
    expect.soft(findDocumentErrors(html), path).toEqual([])
    expect.soft(findHeaderErrors(headers), path).toEqual([])
    expect.soft(findPolicyErrors(headers['content-security-policy'] ?? '', html), path).toEqual([])
    expect.soft(findStructuredDataErrors(html), path).toEqual([])
    expect.soft(readFacts(html).length, `${path} has structured data`).toBeGreaterThan(0)
  }
})

test('every page has its own title and description, and names its canonical address', () => {
  const titles = pages.map(({ html }) => titleOf(html))
  const descriptions = pages.map(({ html }) => metaOf(html, 'description').map((meta) => meta['content'] ?? ''))
  expect(titles).toEqual([...new Set(titles)])
  expect(descriptions.flat()).toEqual([...new Set(descriptions.flat())])
  for (const [index, { path, html }] of pages.entries()) {
    const [description = '', ...more] = descriptions[index] ?? []
    expect.soft(titles[index], path).toMatch(/^Swade$|^.{3,60} · Swade$/)
    expect.soft(more, path).toEqual([])
    expect.soft(description, path).toMatch(/^.{50,160}$/)
    const canonical = elements(html, 'link').flatMap((link) => (link['rel'] === 'canonical' ? [link['href']] : []))
    expect.soft(canonical, path).toEqual([origin + path])
    const shared = ['og:url', 'og:title', 'og:description'].map((name) => metaOf(html, name)[0]?.['content'])
    expect.soft(shared, path).toEqual([origin + path, titles[index], description])
  }
})

test('every page has its own share image; images of each kind exist, are 1200 × 630 and small enough to be shown', async () => {
  const pictures = pages.map(({ html }) => metaOf(html, 'og:image')[0]?.['content'] ?? '')
  expect(pictures).toEqual([...new Set(pictures)])
  const oneOfEachKind = Map.groupBy(pictures, (address) => address.split('/').slice(0, -1).join('/'))
  for (const [address = ''] of oneOfEachKind.values()) {
    const answer = await get(address)
    expect.soft(answer.status, address).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { width, height, format } = await sharp(bytes).metadata()
    expect.soft([width, height, `image/${format}`], address).toEqual([1200, 630, answer.headers.get('content-type')])
    expect.soft(bytes.length, address).toBeLessThan(1_000_000)
  }
})

test('every page exists in Spanish, declares so, and names its English page', async () => {
  const paths = await listSitemap(site.origin, 'es')
  expect(paths).toEqual(pages.map(({ path }) => localePath('es', path)))
  for (const path of paths) {
    const answer = await get(path)
    const html = await answer.text()
    expect.soft(answer.status, path).toBe(200)
    expect.soft(html, path).toContain('<html lang="es"')
    const links = elements(html, 'link').filter(({ rel }) => rel === 'canonical' || rel === 'alternate')
    const english = origin + splitLocale(path).path
    expect
      .soft(links, path)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ rel: 'canonical', href: origin + path }),
          expect.objectContaining({ hreflang: 'en', href: english }),
          expect.objectContaining({ hreflang: 'es', href: origin + path }),
          expect.objectContaining({ hreflang: 'x-default', href: english }),
        ]),
      )
  }
})

test('the structured data for search engines is complete', () => {
  const required: [pattern: RegExp, type: string, keys: string[]][] = [
    [/^\/$/, 'Organization', ['name', 'url', 'logo', 'contactPoint']],
    [/^\/$/, 'WebSite', ['name', 'url']],
    [/^\/swade-fam$/, 'ItemList', ['itemListElement']],
    [/^\/artist\//, 'MusicGroup', ['name', 'url', 'image', 'genre', 'description']],
    [/^\/artist\//, 'BreadcrumbList', ['itemListElement']],
    [
      /^\/book\//,
      'Book',
      ['name', 'author', 'bookFormat', 'numberOfPages', 'inLanguage', 'isAccessibleForFree', 'image', 'offers', 'url'],
    ],
    [/^\/book\//, 'BreadcrumbList', ['itemListElement']],
  ]
  for (const { path, html } of pages)
    for (const [, type, keys] of required.filter(([pattern]) => pattern.test(path))) {
      const found = readFacts(html).filter((fact) => isOfType(fact, type))
      expect.soft(found, `${path}: ${type}`).toHaveLength(1)
      expect.soft(Object.keys(found[0] ?? {}), `${path}: ${type}`).toEqual(expect.arrayContaining(keys))
    }
})

test('the structured data of tracks, prices and audiobooks matches the page', () => {
  const artists = pages.filter(({ path }) => path.startsWith('/artist/'))
  const tracks = artists.flatMap(({ html }) =>
    readFacts(html).flatMap((fact) => (fact['track'] ? [fact['track'] as Fact] : [])),
  )
  expect(tracks.length).toBeGreaterThanOrEqual(6)
  for (const track of tracks) {
    expect.soft(track['duration']).toMatch(/^PT(\d+M)?(\d+S)?$/)
    expect.soft(track['audio']).toMatchObject({ '@type': 'AudioObject', 'contentUrl': expect.stringMatching(/^http/) })
  }
  for (const { path, html } of pages.filter((page) => page.path.startsWith('/book/'))) {
    const book = readFacts(html).find((fact) => isOfType(fact, 'Book')) ?? {}
    const text = readText(html)
    expect.soft(text, path).toContain(String(book['name']))
    expect.soft(text, path).toContain(`${String(book['numberOfPages'])} pages`)
    const isFree = path === '/book/indie-music-ai-guide-2'
    expect
      .soft(book['offers'], path)
      .toMatchObject({ price: isFree ? '0' : '9.99', priceCurrency: 'USD', url: origin + path })
    expect.soft(book['isAccessibleForFree'], path).toBe(isFree)
    if (!isFree) continue
    const [audiobook] = book['workExample'] as Fact[]
    expect(audiobook).toMatchObject({ '@type': 'Audiobook', 'bookFormat': 'https://schema.org/AudiobookFormat' })
    expect(audiobook?.['hasPart']).toHaveLength(10)
  }
})

test('robots.txt, llms.txt, the manifest and its icons exist', async () => {
  const robots = await (await get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(robots).toMatch(/Disallow: \/admin/)

  const llms = await (await get('/llms.txt')).text()
  expect(llms).toMatch(/^# Swade\n/)
  for (const { path } of pages) expect.soft(llms, path).toContain(`(${origin}${path})`)

  const answer = await get('/site.webmanifest')
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await answer.json()) as {
    name: string
    start_url: string
    icons: { src: string; sizes: string; type: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Swade', start_url: '/' })
  for (const icon of manifest.icons) {
    const picture = await get(icon.src)
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect.soft([`${width}x${height}`, picture.headers.get('content-type')], icon.src).toEqual([icon.sizes, icon.type])
  }
})

test('no link is broken: every address on every page responds, and every anchor exists', async () => {
  const known = new Map(pages.map(({ path, html }) => [path, html]))
  for (const path of ['/admin', '/nowhere']) known.set(path, await (await get(path)).text())
  const { dead, checkedCount } = await findDeadLinks(site.origin, known, {
    isCrawl: true,
    // Artwork exists for known slugs and valid variants.
    once: [/^\/api\/books\/[^/]+\/pdf$/, /^\/figures\/([^.]+)\.(\w+\.\d+)\.(\w+)$/],
  })
  expect(dead).toEqual([])
  expect(checkedCount, 'pages, images, styles, scripts and files were requested').toBeGreaterThan(80)
})

test('every page links to home, artists, books and the journey; the landing page has seven links of its own', () => {
  for (const path of ['/', '/swade-fam', '/journey', '/artist/nova-swade', '/books', '/newsletter']) {
    const nav = partOf(pages.find((page) => page.path === path)?.html ?? '', 'aria-label="Main"')
    const own = ['Home → /', 'Artists → /swade-fam', 'Books → /books', 'Journey → /journey']
    const landing = [
      'Swade Fam → /swade-fam',
      'Ecosystem → #ecosystem',
      'Timeline → #timeline',
      'Virtual World → #virtual-world',
      'Tokens → #tokens',
      'Books → /books',
      'Contact → mailto:hello@swade.example',
    ]
    const isHere = (link: Record<string, string>) => link['aria-current'] === 'page'
    expect(linksIn(nav.slice(nav.indexOf('<ul'))), path).toEqual(path === '/' ? landing : own)
    const here = elements(nav, 'a').filter(isHere)
    expect(
      here.map((link) => link['href']),
      path,
    ).toEqual(['/swade-fam', '/journey', '/books'].includes(path) ? [path] : [])
  }
})

test('the quick links of the footer lead to ten pages', () => {
  const market = pages.find(({ path }) => path === '/market')?.html ?? ''
  expect(linksIn(partOf(market, 'aria-labelledby="footer-links"'))).toEqual([
    'Home → /',
    'Artists → /swade-fam',
    'Books → /books',
    'Journey → /journey',
    'Tokens → /tokens',
    'Radio → /radio',
    'Market → /market',
    'Newsletter → /newsletter',
    'My Books → /my-books',
    'Developers → /developers',
  ])
})

test('the landing page shows four eras with their awards, the whole roster and the weekly newsletter, and names no exchange', () => {
  const { html = '' } = pages.find(({ path }) => path === '/') ?? {}
  const passage = (id: string, next: string) => html.slice(html.indexOf(`id="${id}"`), html.indexOf(`id="${next}"`))
  const timeline = passage('timeline', 'virtual-world')
  for (const period of ['1983-1993', '1993-2000', '2004-2009', '2020-present', '40-year journey'])
    expect.soft(readText(timeline).replaceAll('–', '-')).toContain(period)
  const awards = partOf(timeline, 'aria-label="Awards')
  expect(elements(awards, 'li').length).toBeGreaterThanOrEqual(2)
  expect(linksIn(timeline).filter((link) => /^View Full Journey.* → \/journey$/.test(link))).toHaveLength(1)
  const tokens = passage('tokens', 'audiobook')
  for (const name of ['SWADEZ', 'SWADEX']) expect(readText(tokens)).toContain(name)
  expect(linksIn(tokens).filter((link) => link.startsWith('Buy'))).toEqual([])
  const roster = passage('roster', 'newsletter')
  expect(readText(roster)).toContain('15+ AI artists')
  expect(elements(roster, 'a').filter(({ href = '' }) => href.startsWith('/artist/'))).toHaveLength(11)
  expect(readText(passage('ecosystem', 'timeline'))).toContain('18+ platforms')
  expect(readText(html)).toMatch(/every friday at 9 am est/i)
  const platform = pages.find(({ path }) => path.startsWith('/platform/'))?.html ?? ''
  for (const part of ['what it does', 'how it helps', 'features', 'related platforms'])
    expect.soft(readText(platform).toLowerCase()).toContain(part)
})

test('the shipped market lists every collection with its numbers and its artist, and none is on sale', () => {
  const market = pages.find(({ path }) => path === '/market')?.html ?? ''
  const text = readText(market)
  expect(text).toMatch(/\bcollections 12\b|\b12 collections\b/i)
  expect(text).toMatch(/NFTs minted 1,247|1,247 NFTs minted/i)
  expect(text).toContain('No collections on sale')
  const collections = market.slice(market.indexOf('id="collections"')).split('<li').slice(1)
  const facets = collections.find((one) => one.includes('Mirrorball Facets')) ?? ''
  expect(readText(`<li${facets}`)).toMatch(/Sold out.*128 of 128 minted.*All pieces are minted/i)
  expect(linksIn(facets)).toContain('Juno Swade → /artist/juno-swade')
  const artist = pages.find(({ path }) => path === '/artist/juno-swade')?.html ?? ''
  expect(linksIn(artist).filter((link) => link.startsWith('View Collection → /market'))).toHaveLength(1)
})

test('a missing page says so and links onward', async () => {
  for (const path of ['/nowhere', '/artist/nobody-swade', '/book/unwritten', '/platform/unknown']) {
    const answer = await get(path)
    const html = await answer.text()
    expect.soft(answer.status, path).toBe(404)
    expect.soft(findDocumentErrors(html), path).toEqual([])
    expect
      .soft(linksIn(html.slice(html.indexOf('<main'), html.indexOf('</main>'))).length, `${path} leads on`)
      .toBeGreaterThan(0)
  }
})

test('the sign-in page of the owner is excluded from search and links home', async () => {
  const html = await (await get('/admin')).text()
  expect(metaOf(html, 'robots')[0]?.['content']).toBe('noindex')
  expect(linksIn(html.slice(html.indexOf('<main'), html.indexOf('</main>')))).toContain('Back to Home → /')
})

test('every kind of response has the security headers and no cookie', async () => {
  const freeBook = '/media/books/indie-music-ai-guide-2.pdf'
  const home = await get('/')
  const html = await home.text()
  const font = elements(html, 'link').find((link) => link['as'] === 'font')?.['href'] ?? ''
  const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? ''
  const post = (path: string, type: string, body: string) =>
    get(path, {
      method: 'POST',
      headers: { 'content-type': type, 'origin': site.origin, 'x-forwarded-for': '203.0.113.80' },
      body,
    })
  const answers: Record<string, Response> = {
    'a page that is known already': await get('/', { headers: { 'if-none-match': home.headers.get('etag') ?? '' } }),
    'the head of a page': await get('/', { method: 'HEAD' }),
    'data of a page': await get('/books.data'),
    'a framed page': await get('/platform/downbeat?frame=page'),
    'no page': await get('/nowhere'),
    'a font': await get(font),
    'a script': await get(script),
    'the worker of the reader': await get('/reader-worker.js'),
    'a figure': await get(elements(html, 'img')[0]?.['src'] ?? ''),
    'a picture for sharing': await get('/share/page/home.png'),
    'a book': await get(freeBook),
    'a part of a book': await get(freeBook, { headers: { range: 'bytes=0-99' } }),
    'no file': await get('/assets/no-such-file.js'),
    'the backend root': await get('/api/'),
    'no call': await get('/api/nothing'),
    'a refused sign-up': await post('/api/newsletter/subscribe', 'application/json', '{'),
    'a sign-up': await post('/api/newsletter/subscribe', 'application/json', '{"email":"headers@example.com"}'),
    'a foreign form': await get('/newsletter', { method: 'POST', body: new URLSearchParams({ email: 'a@b.example' }) }),
    'a posted form': await post('/newsletter', 'application/x-www-form-urlencoded', 'email=form@example.com'),
    'a refused method': await get('/books', { method: 'DELETE' }),
    'health': await get('/healthz'),
    'the sitemap': await get('/sitemap.xml'),
    'the manifest': await get('/site.webmanifest'),
    'the admin page': await get('/admin'),
    'a malformed address': await get('/%ff'),
  }
  const statuses = Object.values(answers).map(({ status }) => status)
  for (const status of [200, 206, 304, 400, 403, 404]) expect(statuses).toContain(status)
  for (const [name, answer] of Object.entries(answers)) {
    expect.soft(findHeaderErrors(Object.fromEntries(answer.headers)), name).toEqual([])
    await answer.body?.cancel()
  }
  // A file is not a page: it frames nothing, so the list of allowed frames is not sent with it.
  for (const file of ['a font', 'a script', 'the worker of the reader'])
    expect(answers[file]?.headers.get('content-security-policy'), file).toBe(
      "default-src 'self'; frame-ancestors 'self'",
    )
})

test('pages outside the sitemap have the same policy', async () => {
  const known = new Set(pages.map(({ path }) => path))
  for (const path of pageKinds.filter((kind) => !known.has(kind))) {
    const answer = await get(path)
    const html = await answer.text()
    expect.soft(findPolicyErrors(answer.headers.get('content-security-policy') ?? '', html), path).toEqual([])
    expect.soft(findDocumentErrors(html), path).toEqual([])
  }
})

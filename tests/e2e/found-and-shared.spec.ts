import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSitemap, pageKinds } from '#tests/support/addresses.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { elements, listIds, readText } from '#tests/support/html.ts'
import { startSite, type Site } from '#tests/support/site.ts'

type Page = { path: string; html: string }
type Fact = Record<string, unknown>

let site: Site
let pages: Page[]
/** What canonical links, pictures and facts start with; the site knows no other name of itself. */
let origin: string

beforeAll(async () => {
  site = await startSite()
  origin = site.origin.replace('127.0.0.1', 'localhost')
  pages = []
  for (const path of await listSitemap(site.origin)) {
    const answer = await fetch(site.origin + path)
    expect(answer.status, path).toBe(200)
    pages.push({ path, html: await answer.text() })
  }
})
afterAll(() => site?.stop())

const fetchOurs = (address: string, init?: RequestInit) => fetch(address.replace(origin, site.origin), init)
const titleOf = (html: string) => readText(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
const metaOf = (html: string, name: string) => elements(html, 'meta').filter((meta) => (meta['name'] ?? meta['property']) === name)
const isObject = (value: unknown): value is Fact => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The facts a page tells search engines, as one list. */
function factsOf(html: string): Fact[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text) as Fact,
  )
  for (const block of blocks) expect(block['@context']).toBe('https://schema.org')
  return blocks.flatMap((block) => (Array.isArray(block['@graph']) ? (block['@graph'] as Fact[]) : [block]))
}

/** Every object within, the outermost first. */
function everyFact(fact: unknown): Fact[] {
  if (Array.isArray(fact)) return fact.flatMap(everyFact)
  return isObject(fact) ? [fact, ...Object.values(fact).flatMap(everyFact)] : []
}

const isType = (fact: Fact, type: string) => [fact['@type']].flat().includes(type)

test('the sitemap names all 47 pages, each of them there and none kept out of search', async () => {
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

test('every page has a title and a description of its own, and says which address is its one address', async () => {
  const titles = pages.map(({ html }) => titleOf(html))
  const descriptions = pages.map(({ html }) => metaOf(html, 'description').map((meta) => meta['content'] ?? ''))
  expect(titles).toEqual([...new Set(titles)])
  for (const [index, { path, html }] of pages.entries()) {
    const [description = '', ...more] = descriptions[index] ?? []
    expect.soft(titles[index], path).toMatch(/^Swade$|^.{3,60} · Swade$/)
    expect.soft(more, path).toEqual([])
    expect.soft(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(50)
    expect.soft(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160)
    const canonical = elements(html, 'link').filter((link) => link['rel'] === 'canonical')
    expect
      .soft(
        canonical.map((link) => link['href']),
        path,
      )
      .toEqual([origin + path])
    expect.soft(metaOf(html, 'og:url')[0]?.['content'], path).toBe(origin + path)
    expect.soft(metaOf(html, 'og:title')[0]?.['content'], path).toBe(titles[index])
    expect.soft(metaOf(html, 'og:description')[0]?.['content'], path).toBe(description)
    expect.soft(html, path).toMatch(/^<!DOCTYPE html><html lang="en">/)
  }
  const all = descriptions.flat()
  expect(all).toEqual([...new Set(all)])
})

test('every page has a picture for sharing, 1200 × 630 and light enough to be shown', { timeout: 120_000 }, async () => {
  const pictures = new Set<string>()
  for (const { path, html } of pages) {
    const address = metaOf(html, 'og:image')[0]?.['content'] ?? ''
    pictures.add(address)
    const answer = await fetchOurs(address)
    expect.soft(answer.status, `${path}: ${address}`).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { width, height, format } = await sharp(bytes).metadata()
    expect.soft({ width, height, type: `image/${format}` }, path).toEqual({
      width: 1200,
      height: 630,
      type: answer.headers.get('content-type'),
    })
    expect.soft(bytes.length, path).toBeLessThan(1_000_000)
  }
  expect(pictures.size, 'no two pages share one').toBe(pages.length)
})

test('the facts for search engines are whole, absolute and never invented', () => {
  const required: [pattern: RegExp, type: string, keys: string[]][] = [
    [/^\/$/, 'Organization', ['name', 'url', 'logo', 'contactPoint']],
    [/^\/$/, 'WebSite', ['name', 'url']],
    [/^\/swade-fam$/, 'ItemList', ['itemListElement']],
    [/^\/artist\//, 'MusicGroup', ['name', 'url', 'image', 'genre', 'description']],
    [/^\/artist\//, 'BreadcrumbList', ['itemListElement']],
    [/^\/book\//, 'Book', ['name', 'author', 'bookFormat', 'numberOfPages', 'inLanguage', 'isAccessibleForFree', 'image', 'offers', 'url']],
    [/^\/book\//, 'BreadcrumbList', ['itemListElement']],
  ]
  for (const { path, html } of pages) {
    const facts = factsOf(html)
    const all = facts.flatMap(everyFact)
    expect.soft(facts.length, `${path} tells something`).toBeGreaterThan(0)
    for (const [pattern, type, keys] of required.filter(([pattern]) => pattern.test(path))) {
      const found = facts.filter((fact) => isType(fact, type))
      expect.soft(found, `${path}: ${type} (${pattern})`).toHaveLength(1)
      expect.soft(Object.keys(found[0] ?? {}), `${path}: ${type}`).toEqual(expect.arrayContaining(keys))
    }
    const named = all.filter((fact) => fact['@id'] && Object.keys(fact).length > 1).map((fact) => fact['@id'])
    expect.soft(named, `${path}: each id is given once`).toEqual([...new Set(named)])
    for (const [key, value] of all.flatMap((fact) => Object.entries(fact))) {
      expect.soft(key, path).not.toMatch(/rating|review|award/i)
      if (['@id', 'url', 'item', 'image', 'logo', 'contentUrl'].includes(key) && typeof value === 'string')
        expect.soft(value, `${path}: ${key}`).toMatch(/^https?:\/\//)
      expect.soft(value, `${path}: ${key} is not empty`).not.toBe('')
    }
  }
})

test('tracks, prices and audiobooks are told to search engines as the page tells them', () => {
  const artists = pages.filter(({ path }) => path.startsWith('/artist/'))
  const tracks = artists.flatMap(({ html }) => factsOf(html).map((fact) => fact['track'])).filter(isObject)
  expect(tracks.length).toBeGreaterThanOrEqual(6)
  for (const track of tracks) {
    expect.soft(track['duration']).toMatch(/^PT(\d+M)?(\d+S)?$/)
    expect.soft(track['audio']).toMatchObject({ '@type': 'AudioObject', 'contentUrl': expect.stringMatching(/^http/) })
  }
  for (const { path, html } of pages.filter((page) => page.path.startsWith('/book/'))) {
    const book = factsOf(html).find((fact) => isType(fact, 'Book')) ?? {}
    const text = readText(html)
    expect.soft(text, path).toContain(String(book['name']))
    expect.soft(text, path).toContain(`${book['numberOfPages']} pages`)
    const isFree = path === '/book/indie-music-ai-guide-2'
    expect.soft(book['offers'], path).toMatchObject({ price: isFree ? '0' : '9.99', priceCurrency: 'USD', url: origin + path })
    expect.soft(book['isAccessibleForFree'], path).toBe(isFree)
    if (!isFree) continue
    const [audiobook] = book['workExample'] as Fact[]
    expect(audiobook).toMatchObject({ '@type': 'Audiobook', 'bookFormat': 'https://schema.org/AudiobookFormat' })
    expect(audiobook?.['hasPart']).toHaveLength(10)
  }
})

test('robots, the map for language models, the manifest, its icons and the feed are there', async () => {
  const robots = await (await fetchOurs(`${origin}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(robots).toMatch(/Disallow: \/admin/)

  const llms = await (await fetchOurs(`${origin}/llms.txt`)).text()
  expect(llms).toMatch(/^# Swade\n/)
  for (const { path } of pages) expect.soft(llms, path).toContain(`(${origin}${path})`)

  const answer = await fetchOurs(`${origin}/site.webmanifest`)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await answer.json()) as { name: string; start_url: string; icons: { src: string; sizes: string; type: string }[] }
  expect(manifest).toMatchObject({ name: 'Swade', start_url: '/' })
  for (const icon of manifest.icons) {
    const picture = await fetchOurs(origin + icon.src)
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect.soft([`${width}x${height}`, picture.headers.get('content-type')], icon.src).toEqual([icon.sizes, icon.type])
  }
})

test('no link leads nowhere: every address on every page answers, and every anchor exists', { timeout: 180_000 }, async () => {
  const known = new Map(pages.map(({ path, html }) => [path, html]))
  const asked = new Map<string, number>()
  const anchors: { from: string; path: string; id: string }[] = []
  const waiting = [...known.keys(), '/admin', '/nowhere']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const html = known.get(path) ?? (await (await fetchOurs(origin + path)).text())
    known.set(path, html)
    expect.soft(new Set(listIds(html)).size, `${path}: every id is given once`).toBe(listIds(html).length)
    for (const address of addressesOn(html)) {
      expect.soft(address.value, `${path}: ${address.in}`).not.toBe('')
      const url = new URL(address.value, origin + path)
      if (url.origin !== origin) {
        expect.soft(url.protocol, `${path} leads to ${url.href}`).toMatch(/^(https|mailto|data):$/)
        continue
      }
      if (url.hash) anchors.push({ from: path, path: url.pathname, id: decodeURIComponent(url.hash.slice(1)) })
      const target = url.pathname + url.search
      if (asked.has(target) || known.has(target)) continue
      const answer = await fetchOurs(origin + target)
      asked.set(target, answer.status)
      expect.soft(answer.status, `${path} leads to ${target}`).toBe(200)
      if (answer.headers.get('content-type')?.startsWith('text/html')) {
        known.set(target, await answer.text())
        waiting.push(target)
      } else await answer.body?.cancel()
    }
  }
  expect(asked.size, 'pages, pictures, styles, scripts and files were asked for').toBeGreaterThan(80)
  for (const { from, path, id } of anchors) expect.soft(listIds(known.get(path) ?? ''), `${from} leads to ${path}#${id}`).toContain(id)
})

/** Whatever a page asks for or leads to; of a picture's many sizes, the one old browsers load. */
function addressesOn(html: string): { in: string; value: string }[] {
  return ['a', 'link', 'img', 'script', 'iframe', 'video', 'audio', 'source', 'form'].flatMap((tag) =>
    elements(html, tag).flatMap((attributes) =>
      ['href', 'src', 'poster', 'action'].flatMap((name) => {
        const value = attributes[name]
        return value === undefined ? [] : [{ in: `<${tag} ${name}>`, value }]
      }),
    ),
  )
}

test('there is no button that does nothing', { timeout: 240_000 }, async () => {
  const browser = await launchBrowser(site.origin)
  // Without a wallet, connecting one opens the wallet's site in a window of its own.
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, expected: [/status of 404/, /https:\/\/phantom\.app\//] })
  page.on('popup', (popup) => void popup.close())
  for (const path of pageKinds) {
    await page.goto(site.origin + path, { waitUntil: 'networkidle' })
    // A passage that wakes up switches off what has nothing to send yet; under a press on its way, that would be too late.
    for (const passage of await page.locator('[data-near]:has(button)').all()) {
      await passage.scrollIntoViewIfNeeded()
      await expect.poll(() => passage.getAttribute('data-near'), { timeout: 20_000 }).toBe('awake')
    }
    // The dots of a carousel have their own story: all but one are out of the way of Tab, and that one shows what is shown already.
    // So have the tools of an open book, many of which show that they are on already.
    const buttons = page.locator('button:enabled:not([aria-current], [tabindex="-1"], dialog *, [data-reader] *)').filter({ visible: true })
    for (let index = 0; index < (await buttons.count()); index += 1) {
      const button = buttons.nth(index)
      const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
      const opensDialog = (await button.getAttribute('aria-haspopup')) === 'dialog'
      await page.evaluate(watchForChange)
      await button.click()
      expect.soft(await page.evaluate<boolean>('changed'), `${path}: '${name}' does something`).toBe(true)
      // A panel whose script is still on its way would open after the Escape, over the next button.
      if (opensDialog) await page.locator('dialog[open]').waitFor()
      await page.keyboard.press('Escape')
    }
  }
  await browser.close()
})

const watchForChange = `changed = new Promise((resolve) => {
  new MutationObserver(() => resolve(true)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  // The browser itself says what is still missing in a form.
  addEventListener('invalid', () => resolve(true), true)
  // And it opens what a button names without a trace in the document.
  addEventListener('toggle', () => resolve(true), true)
  setTimeout(() => resolve(false), 3000)
}); undefined`

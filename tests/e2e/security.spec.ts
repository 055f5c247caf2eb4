import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSitemap, pageKinds } from '#tests/support/addresses.ts'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { elements, readText } from '#tests/support/html.ts'
import { startSite, type Site } from '#tests/support/site.ts'

const root = join(import.meta.dirname, '../..')
const freeBook = 'indie-music-ai-guide-2'
const paidBooks = ['ai-fun-profit', 'building-websites-lovable', 'indie-music-ai-guide', 'swade-real-ai-music', 'tokenizing-your-business']

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const get = (path: string, init?: RequestInit) => fetch(site.origin + path, { redirect: 'manual', ...init })
const post = (path: string, type: string, body: string) => get(path, { method: 'POST', headers: { 'content-type': type }, body })

test('every kind of answer carries the security headers and no cookie', async () => {
  const home = await get('/')
  const html = await home.clone().text()
  const font = elements(html, 'link').find((link) => link['as'] === 'font')?.['href'] ?? ''
  const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? ''
  const figure = elements(html, 'img')[0]?.['src'] ?? ''
  const answers: Record<string, Response> = {
    'a page': home,
    'a page that is known already': await get('/', { headers: { 'if-none-match': home.headers.get('etag') ?? '' } }),
    'the head of a page': await get('/', { method: 'HEAD' }),
    'data of a page': await get('/books.data'),
    'a framed page': await get('/platform/downbeat?frame=page'),
    'no page': await get('/nowhere'),
    'a font': await get(font),
    'a script': await get(script),
    'the worker of the reader': await get('/reader-worker.js'),
    'a figure': await get(figure),
    'a picture for sharing': await get('/share/page/home.png'),
    'a book': await get(`/media/books/${freeBook}.pdf`),
    'a part of a book': await get(`/media/books/${freeBook}.pdf`, { headers: { range: 'bytes=0-99' } }),
    'no file': await get('/assets/no-such-file.js'),
    'the backend root': await get('/api/'),
    'no call': await get('/api/nothing'),
    'a refused sign-up': await post('/api/newsletter/subscribe', 'application/json', '{'),
    'a sign-up': await post('/api/newsletter/subscribe', 'application/json', '{"email":"headers@example.com"}'),
    'a posted form': await post('/newsletter', 'application/x-www-form-urlencoded', 'email=form@example.com'),
    'a refused method': await get('/books', { method: 'DELETE' }),
    'health': await get('/healthz'),
    'the sitemap': await get('/sitemap.xml'),
    'the manifest': await get('/site.webmanifest'),
    'the admin page': await get('/admin'),
    'a malformed address': await get('/%ff'),
  }
  const statuses = Object.values(answers).map(({ status }) => status)
  for (const status of [200, 206, 304, 400, 404]) expect(statuses).toContain(status)
  for (const [name, { headers }] of Object.entries(answers)) {
    expect.soft(headers.get('x-content-type-options'), name).toBe('nosniff')
    expect.soft(headers.get('x-frame-options'), name).toBe('SAMEORIGIN')
    expect.soft(headers.get('referrer-policy'), name).toBe('strict-origin-when-cross-origin')
    expect.soft(headers.get('permissions-policy'), name).toContain('camera=()')
    expect.soft(headers.get('cross-origin-opener-policy'), name).toBe('same-origin')
    expect.soft(headers.get('content-security-policy'), name).toContain("default-src 'self'")
    expect.soft(headers.getSetCookie(), name).toEqual([])
    expect.soft([...headers.keys()], name).not.toContain('x-powered-by')
    expect.soft([...headers.keys()], name).not.toContain('server')
  }
  // A file is no page: it frames nothing, and the list of what may be framed does not travel with each of them.
  for (const file of ['a font', 'a script', 'the worker of the reader'])
    expect(answers[file]?.headers.get('content-security-policy'), file).toBe("default-src 'self'; frame-ancestors 'self'")
})

test('over TLS the browser is told to stay there', async () => {
  const secure = await startSite({
    env: {
      PUBLIC_ORIGIN: 'https://swade.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      POSTAL_ADDRESS: 'Ferry Street 1, Harbor City',
      OWNER_EMAIL: 'owner@swade.example',
      CASHAPP_TAG: '$SwadeOne',
    },
  })
  try {
    const answer = await fetch(secure.origin)
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    for (const path of ['/dev/ui', '/dev/outbox', '/dev/station'])
      expect((await fetch(secure.origin + path)).status, `${path} in production`).toBe(404)
  } finally {
    await secure.stop()
  }
})

test('no policy lets an inline script run, or one of another host; each page names the hashes of its own', async () => {
  for (const path of pageKinds) {
    const answer = await get(path)
    const html = await answer.text()
    const policy = new Map(
      (answer.headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        return [name, sources]
      }),
    )
    const own = [...html.matchAll(/<script(?![^>]*(?: src=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
    )
    expect.soft(policy.get('script-src')?.toSorted(), path).toEqual(["'self'", ...new Set(own)].toSorted())
    for (const [directive, sources] of [
      ['default-src', "'self'"],
      ['connect-src', "'self'"],
      ['frame-src', "'self'"],
      ['frame-ancestors', "'self'"],
      ['base-uri', "'self'"],
      ['form-action', "'self'"],
      ['object-src', "'none'"],
    ] as const)
      expect.soft(policy.get(directive), `${path}: ${directive}`).toEqual([sources])
    expect.soft(html, `${path}: no inline handlers`).not.toMatch(/<[a-z][^>]*\son\w+="/)
  }
})

test('the browser refuses what gets into a page all the same: scripts, handlers, addresses, evaluated text', async () => {
  const page = await browser.newPage({ expected: [/Content Security Policy/, /elsewhere\.example/, /data:broken/] })
  await page.goto('/')
  await page.evaluate(`
    ran = []
    refused = []
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
    const put = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes))
    put('script', { textContent: 'ran.push("inline")' })
    put('script', { src: 'data:text/javascript,ran.push("data")' })
    put('script', { src: 'https://elsewhere.example/x.js' })
    const image = document.createElement('img')
    image.setAttribute('onerror', 'ran.push("handler")')
    image.src = 'data:broken'
    document.body.append(image)
    const link = Object.assign(document.createElement('a'), { href: 'javascript:ran.push("address")' })
    document.body.append(link)
    link.click()
    setTimeout('ran.push("evaluated")', 0)
    undefined
  `)
  await expect.poll(() => page.evaluate('refused.length')).toBeGreaterThanOrEqual(5)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await page.evaluate('ran')).toEqual([])
})

test('before a click no page asks another host for anything, and none keeps anything in the browser', { timeout: 120_000 }, async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, expected: [/status of 404/] })
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  for (const path of pageKinds) {
    await page.goto(path)
    await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })')
    await page.waitForLoadState('networkidle')
  }
  expect([...hosts]).toEqual([site.origin])
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([])
})

test('no address of a paid book opens it, by any method, range or detour', async () => {
  for (const book of paidBooks) {
    const bytes = readFileSync(join(root, 'content/books', book, 'book.pdf'))
    for (const path of [
      `/media/books/${book}.pdf`,
      `/media/books/${book}/book.pdf`,
      `/media/books/${book}/manuscript/00-front.md`,
      `/media/books/${freeBook}/../${book}.pdf`,
      `/media/books/${freeBook}%2f..%2f${book}.pdf`,
      `/content/books/${book}/book.pdf`,
      `/books/${book}.pdf`,
    ])
      for (const init of [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-' } }]) {
        const answer = await get(path, init)
        expect.soft(answer.status, path).toBeGreaterThanOrEqual(400)
        expect.soft(Number(answer.headers.get('content-length') ?? 0), path).not.toBe(bytes.length)
        await answer.body?.cancel()
      }
  }
})

test('nothing a visitor can reach holds a sentence of a later page of a paid book', { timeout: 180_000 }, async () => {
  const sentences = paidBooks.flatMap((book) => pickLateSentences(book, 40))
  expect(sentences).toHaveLength(200)
  let examined = 0
  const known = new Set(await listSitemap(site.origin))
  const waiting = [...known, ...[...known].map((path) => (path === '/' ? '/_root.data' : `${path}.data`))]
  waiting.push('/llms.txt', '/sitemap.xml', '/admin', '/dev/ui', '/dev/outbox')
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const answer = await get(path)
    const type = answer.headers.get('content-type') ?? ''
    const isText = /text|json|javascript|xml|x-script|manifest/.test(type)
    // What is in a preview is looked for in nothing-leaks.spec.ts, in its decoded streams.
    const isPreview = answer.headers.get('content-disposition')?.includes('-preview.pdf') ?? false
    if (type.includes('pdf')) expect.soft(isPreview || path.includes(`/${freeBook}`), `${path} is for anyone to have`).toBe(true)
    if (!isText) {
      await answer.body?.cancel()
      continue
    }
    const body = await answer.text()
    examined += 1
    const text = normalize(type.startsWith('text/html') ? `${readText(body)} ${body}` : body)
    for (const sentence of sentences) expect.soft(text.includes(sentence), `${path} holds '${sentence}'`).toBe(false)
    for (const next of addressesIn(body)) {
      if (known.has(next)) continue
      known.add(next)
      waiting.push(next)
    }
  }
  expect(examined, 'pages, their data and their scripts were read').toBeGreaterThan(100)
})

test('the search for late sentences would find one', () => {
  const [sentence = ''] = pickLateSentences('ai-fun-profit', 1)
  expect(normalize(readText(`<p>Before. ${sentence.replaceAll("'", '&#x27;')}</p>`))).toContain(sentence)
})

/** Addresses of our own in a page, a style or a script; pictures are left out, they hold no text. */
function addressesIn(body: string): string[] {
  return [...body.matchAll(/(?:href|src|action|data)="(\/[^"#]*)|["'(](\/assets\/[\w./-]+)/g)]
    .map(([, attribute, asset]) => (attribute ?? asset ?? '').replaceAll('&amp;', '&'))
    .filter((path) => !/^\/\/|\.(?:webp|png|svg|woff2|ico|mp3|webm)(?:\?|$)/.test(path))
}

/** Sentences from the last half of a manuscript, spread evenly; the page tells how a book begins, never how it goes on. */
function pickLateSentences(book: string, count: number): string[] {
  const files = globSync('*.md', { cwd: join(root, 'content/books', book, 'manuscript') }).toSorted()
  const late = files.slice(Math.ceil(files.length / 2))
  const lines = late.flatMap((file) => readFileSync(join(root, 'content/books', book, 'manuscript', file), 'utf8').split('\n'))
  const sentences = lines
    .filter((line) => /^[A-Z“"]/.test(line) && !/[*_`[\]|<>]/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .map(normalize)
    .filter((sentence) => sentence.length >= 45 && sentence.length <= 200)
  return Array.from({ length: count }, (_, index) => sentences[Math.floor((index * sentences.length) / count)] ?? '').filter(Boolean)
}

/** Quotes and white space differ between a manuscript and its page; words do not. */
function normalize(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim()
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ensureBuild } from '../scripts/build.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { startSite } from '../tests/support/site.ts'
import { readerPath } from '../features/reader/paths.ts'
import { previewPages } from '../tests/support/book-secrets.ts'
import type { ReaderManifest } from '../features/reader/contract.ts'
import { listLeakRequests, type LeakRequest } from './reader/leak-addresses.ts'
import { readAsVisitor } from './reader/leak-browser.ts'
import { LockedPages } from './reader/locked-pages.ts'
import { launchBrowser } from './reader/readers.ts'
import { root, scratchFolder } from './measured-site.ts'

/*
 * Looks for pages beyond the fifth of every paid book in everything a visitor without access receives: a crawl of all
 * links of the site, every address of every page in every width, ranges, conditional and disguised requests, the PDF's
 * ways out, search, and a browser that goes through the book, with everything it keeps. Bodies are searched for the
 * book's own words (six in a row that stand nowhere open, twelve where another thing was asked for), for the images the
 * site keeps of its pages and for bytes of its PDF. Goal: 0. Ends with 1 otherwise.
 */
expectNoArguments(`Looks for pages of paid books in everything that a visitor without access receives.

  npm run bench:reader-leak`)
const maxConcurrent = 4

type Received = { from: string; body: Buffer }

await ensureBuild()
const scratch = scratchFolder()
const site = await startSite()
const browser = await launchBrowser()
const total = { requests: 0, bytesReceived: 0, texts: 0, images: 0, bytes: 0 }
try {
  const crawled = await crawl()
  console.log(`crawled ${crawled.length} pages and files by their links`)
  console.log('book                          pages  requests  answered 2xx  words in a row  images  bytes of the PDF')
  const { ids, paid } = await listBooks()
  for (const { id, catalogue } of paid) {
    const others = ids.filter((other) => other !== id)
    await examineBook(new LockedPages(id, catalogue, others), crawled)
  }
} finally {
  await browser.close()
  await site.stop()
  scratch.remove()
}
const leaked = total.texts + total.images + total.bytes
console.log(`${total.requests} requests, ${(total.bytesReceived / 1024 / 1024).toFixed(1)} MB received`)
console.log(
  `of pages beyond ${previewPages}: ${total.bytes} bytes, ${total.images} images, ${total.texts} runs of words; goal 0: ${leaked === 0 ? 'met' : 'missed'}`,
)
process.exitCode = leaked === 0 ? 0 : 1

async function examineBook(book: LockedPages, crawled: Received[]): Promise<void> {
  book.pardon(await (await fetch(`${site.origin}/no-such-page`)).text())
  const { edition } = (await (await fetch(site.origin + readerPath(book.id))).json()) as ReaderManifest
  const whole = await book.examine(readFileSync(join(root, 'content/books', book.id, 'book.pdf')), true, scratch.path)
  if (whole.texts === 0 || whole.bytes === 0)
    throw new Error(`${book.id}: this check finds nothing even in the whole book, so it proves nothing`)
  const before = total.requests
  const bodies = [...crawled, ...(await readAsVisitor(browser, site.origin, book))]
  const pending = listLeakRequests(book, edition, site.origin)
  let answered = 0
  await Promise.all(
    Array.from({ length: maxConcurrent }, async () => {
      for (let ask = pending.shift(); ask; ask = pending.shift()) {
        const { ok, body } = await requestPart(ask)
        if (ok) answered += 1
        bodies.push({ from: `${ask.method ?? 'GET'} ${ask.path} ${JSON.stringify(ask.headers ?? {})}`, body })
      }
    }),
  )
  book.knowImages(site.dataDir, edition)
  if (book.knownImages === 0)
    console.log(`${book.id}: no image of a locked page is cached yet, so none could be recognized`)
  const found = { texts: 0, images: 0, bytes: 0 }
  const leaks: string[] = []
  const seen = new Set<string>()
  for (const { from, body } of bodies) {
    if (seen.has(body.toString('latin1'))) continue
    seen.add(body.toString('latin1'))
    const { texts, images, bytes, example } = await book.examine(body, isAbout(book, from), scratch.path)
    if (texts + images + bytes > 0)
      leaks.push(`    ${from}: ${bytes} bytes, ${images} images, ${texts} runs of words ${example}`)
    found.texts += texts
    found.images += images
    found.bytes += bytes
  }
  total.texts += found.texts
  total.images += found.images
  total.bytes += found.bytes
  const column = (value: number, width: number) => String(value).padStart(width)
  console.log(
    book.id.padEnd(28) +
      [column(book.pages, 7), column(total.requests - before, 9), column(answered, 13), column(found.texts, 15)].join(
        ' ',
      ) +
      [column(found.images, 8), column(found.bytes, 17)].join(' '),
  )
  for (const leak of leaks) console.log(leak)
}

// The name of a sequel begins with that of its predecessor.
function isAbout({ id }: LockedPages, address: string): boolean {
  return new RegExp(`${id}(?![\\w-])`).test(address)
}

async function requestPart({
  path,
  method = 'GET',
  headers = {},
}: LeakRequest): Promise<{ ok: boolean; body: Buffer; type: string }> {
  const answer = await fetch(site.origin + path, { method, headers, redirect: 'manual' })
  const body = Buffer.from(await answer.arrayBuffer())
  total.requests += 1
  total.bytesReceived += body.length
  return { ok: answer.ok, body, type: answer.headers.get('content-type') ?? '' }
}

/** Lists every URL reachable by links and sources from the start page and the sitemap. */
async function crawl(): Promise<Received[]> {
  const seen = new Set(['/', '/sitemap.xml', '/robots.txt', '/books'])
  const bodies: Received[] = []
  for (const path of seen) {
    // Recordings are not pages of a book, and large.
    if (/\.(mp3|ogg|mp4|webm)$|^\/(stream|live)/.test(path)) continue
    const { body, type } = await requestPart({ path })
    bodies.push({ from: path, body })
    if (!/html|xml|css|javascript|json/.test(type)) continue
    for (const [, link, place] of body
      .toString('utf8')
      .matchAll(/(?:href|src|url)["']?\s*[=:]?\s*["'(]([^"')\s]+)|<loc>([^<]+)/g)) {
      const url = URL.parse((link ?? place ?? '').replaceAll('&amp;', '&'), site.origin + path)
      if (url?.origin === site.origin) seen.add(url.pathname + url.search)
    }
  }
  return bodies
}

async function listBooks(): Promise<{ ids: string[]; paid: { id: string; catalogue: string }[] }> {
  const library = await (await fetch(`${site.origin}/books`)).text()
  const ids = [...new Set([...library.matchAll(/\/book\/([a-z0-9-]+)/g)].map(([, id]) => id!))]
  const paid = ids
    .map((id) => ({ id, catalogue: readFileSync(join(root, 'content/books', id, 'book.yaml'), 'utf8') }))
    .filter(({ catalogue }) => !(parse(catalogue) as { isFree?: boolean }).isFree)
  return { ids, paid }
}

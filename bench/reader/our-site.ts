import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { ensureBuild } from '../../scripts/build.ts'
import { startSite, type Site } from '../../tests/support/site.ts'
import { pageImagePath, pageTextPath, readerPath } from '../../features/reader/paths.ts'
import type { ReaderManifest } from '../../features/reader/contract.ts'
import { root } from '../measured-site.ts'
import type { BenchBook } from './books.ts'

/** The built site with bench books as its library, all their pages rendered and nothing going on. */
export type OurSite = Site & {
  /** Takes away what was rendered of some pages, from the disk and from memory. */
  forgetPages(book: BenchBook, pages: number[]): Promise<void>
  isMade(book: BenchBook, page: number): Promise<boolean>
  /**
   * Packs a book's first pages as the site does before anybody asks, also those that were made for somebody who waited.
   */
  makeAhead(book: BenchBook): Promise<void>
}

/** Widths at which readers of these benches ask for pages. */
const widths = [204, 408, 816, 1224]

/** Files that the site prepares for every book first. */
const aheadWidths = [816, 1224]
const aheadPages = 5

const memoryBytes = 30 * 1024 * 1024

/**
 * Starts it and renders what is missing. Rendered pages stay in the temporary folder for the next run of the same
 * build: a thousand pages take minutes, once.
 */
export async function startOurSite(books: BenchBook[]): Promise<OurSite> {
  await ensureBuild()
  const folder = layOut(books)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const site = await startSite({ folder, dataDir })
  // Whoever interrupts a bench means its site too.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void site.stop().finally(() => process.exit(1)))
  for (const book of books) await renderAll(site.origin, book)
  await untilIdle(dataDir)
  const madeOf = async (book: BenchBook, page: number) => {
    const { edition } = await manifestOf(site.origin, book)
    return globSync(`${dataDir}/files/pages/${edition}/${page}[-.]*`)
  }
  const makeAhead = async (book: BenchBook) => {
    const { edition } = await manifestOf(site.origin, book)
    const renderer = createPdfRenderer()
    const source = { id: book.id, read: async () => readFileSync(book.pdf) }
    for (let page = 1; page <= aheadPages; page++)
      for (const width of aheadWidths) {
        const file = `${dataDir}/files/pages/${edition}/${page}-${width}.webp`
        // Written over what is there, so that it stays the site's file.
        writeFileSync(file, await renderer.drawPage(source, page, width, 'idle'))
      }
    await renderer.close()
    const largest = books.toSorted((a, b) => b.pages - a.pages)[0]!
    await crowdOut(
      site.origin,
      largest,
      largest === book ? Array.from({ length: aheadPages }, (_, index) => index + 1) : [],
    )
  }
  for (const book of books) await makeAhead(book)
  return {
    ...site,
    makeAhead,
    async forgetPages(book, pages) {
      if ((await madeOf(book, book.pages)).length === 0)
        throw new Error('the site stores its pages in a different folder than this benchmark expects')
      for (const page of pages) for (const file of await madeOf(book, page)) rmSync(file)
      const largest = books.toSorted((a, b) => b.pages - a.pages)[0]!
      await crowdOut(site.origin, largest, largest === book ? pages : [])
    },
    isMade: async (book, page) => (await madeOf(book, page)).some((file) => !file.endsWith(`-${widths[0]}.webp`)),
  }
}

// The site keeps 24 MB of what it sent last in memory: other pages push the forgotten ones out.
// It takes a book of some hundred pages.
async function crowdOut(origin: string, book: BenchBook, forgotten: number[]): Promise<void> {
  const { edition } = await manifestOf(origin, book)
  let received = 0
  for (let turn = 0; received < memoryBytes && turn < 4000; turn++) {
    const page = 1 + (turn % book.pages)
    if (forgotten.includes(page)) continue
    const width = widths[Math.floor(turn / book.pages) % widths.length]!
    received += (await (await fetch(origin + pageImagePath(book.id, edition, page, width))).arrayBuffer()).byteLength
  }
}

/** Returns the manifest of a book. */
export async function manifestOf(origin: string, { id }: BenchBook): Promise<ReaderManifest> {
  const answer = await fetch(origin + readerPath(id))
  if (!answer.ok) throw new Error(`${readerPath(id)} answered ${answer.status}`)
  return (await answer.json()) as ReaderManifest
}

// Content and build in a folder of their own: the server finds its content beside its build.
function layOut(books: BenchBook[]): string {
  const name = createHash('sha256')
    .update(readFileSync(join(root, 'build/stamp')))
    .digest('hex')
  const folder = join(tmpdir(), `swade-bench-reader-${name.slice(0, 16)}`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  for (const part of ['content', 'db', 'build']) {
    rmSync(join(folder, part), { recursive: true, force: true })
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (source) => !/\/(manuscript|narration)$/.test(source),
    })
  }
  if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  rmSync(join(folder, 'content/books'), { recursive: true })
  for (const [index, book] of books.entries()) {
    const place = join(folder, 'content/books', book.id)
    mkdirSync(place, { recursive: true })
    cpSync(book.pdf, join(place, 'book.pdf'))
    writeFileSync(join(place, 'book.yaml'), JSON.stringify(describe(book, index + 1)))
  }
  return folder
}

// JSON is YAML too.
function describe({ pages }: BenchBook, order: number) {
  return {
    order,
    title: `A Book of ${pages} Pages`,
    subtitle: 'Made for measuring',
    description: 'Sentences of the sample books in another order.',
    author: 'Swade',
    category: 'Technology',
    priceCents: 0,
    isFree: true,
    pages,
    published: '2026-01-01',
    excerpt: 'Sentences of the sample books in another order.',
    contents: ['Part 1'],
  }
}

// As fast as the machine can; on its own the site takes its time with it.
async function renderAll(origin: string, book: BenchBook): Promise<void> {
  const { edition, totalPages } = await untilPublished(origin, book)
  const from = performance.now()
  let next = 1
  const work = async () => {
    while (next <= totalPages) {
      const page = next++
      const paths = [
        ...widths.map((width) => pageImagePath(book.id, edition, page, width)),
        pageTextPath(book.id, edition, page),
      ]
      for (const path of paths) await requestUntilAnswered(origin + path)
    }
  }
  await Promise.all([work(), work(), work()])
  const seconds = (performance.now() - from) / 1000
  if (seconds > 10) console.log(`Rendered ${totalPages} pages in ${widths.length} widths in ${seconds.toFixed(0)} s`)
}

async function requestUntilAnswered(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    if (answer.ok) return
    if (attempt > 30) throw new Error(`${url} answered ${answer.status}`)
    await sleep(500)
  }
}

async function untilPublished(origin: string, book: BenchBook): Promise<ReaderManifest> {
  for (let second = 0; second < 180; second++) {
    const manifest = await manifestOf(origin, book).catch(() => undefined)
    if (manifest) return manifest
    await sleep(1000)
  }
  throw new Error(`${book.id} was not imported within three minutes`)
}

async function untilIdle(dataDir: string): Promise<void> {
  const count = () => globSync(`${dataDir}/**/*.{webp,json}`).length
  for (let before = -1, quiet = 0; quiet < 3; await sleep(1500)) {
    const here = count()
    quiet = here === before ? quiet + 1 : 0
    before = here
  }
}

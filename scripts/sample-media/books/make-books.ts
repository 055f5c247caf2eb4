/**
 * Typesets the books: content/books/<id>/manuscript/*.md becomes content/books/<id>/book.pdf.
 * Needs Debian's chromium; what it makes is committed, so the site itself never runs it.
 *
 *   npm run books -- [--folder content/books] [id …]
 *
 * All books when no id is given.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { bookDocument } from './document.ts'
import { finishPdf, chapterPages } from './finish-pdf.ts'
import { fontFaces } from './fonts.ts'
import { listBookIds, readBook } from './manuscript.ts'

const MOST_BYTES = 1_200_000
const { values, positionals } = parseArgs({ allowPositionals: true, options: { folder: { type: 'string' } } })
const booksFolder = values.folder ?? fileURLToPath(new URL('../../../content/books', import.meta.url))
const ids = positionals.length > 0 ? positionals : listBookIds(booksFolder)
const fonts = await fontFaces()

for (const id of ids) {
  const book = readBook(booksFolder, id)
  const draft = await printed(await bookDocument(book, fonts, []))
  const pages = await chapterPages(draft)
  if (pages.length !== book.chapters.length)
    throw new Error(`${id}: ${pages.length} bookmarks for ${book.chapters.length} chapters`)
  const finished = await finishPdf(await printed(await bookDocument(book, fonts, pages)), book)
  if (finished.bytes.length > MOST_BYTES)
    throw new Error(`${id}: ${finished.bytes.length} bytes, at most ${MOST_BYTES}`)
  writeFileSync(join(booksFolder, id, 'book.pdf'), finished.bytes)
  console.log(`${id}: ${finished.pages} pages, ${Math.round(finished.bytes.length / 1000)} kB`)
}

/** A fresh browser each time: the ids inside a tagged PDF count up over a browser's life. */
async function printed(html: string): Promise<Uint8Array> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--font-render-hinting=none'],
  })
  try {
    const page = await browser.newPage()
    await page.setContent(html)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    return await page.pdf({ preferCSSPageSize: true, printBackground: true, outline: true, tagged: true })
  } finally {
    await browser.close()
  }
}

import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'
import sharp from 'sharp'
import { root } from '../measured-site.ts'
import { cellsOf, pageLayout } from './page-code.ts'

/** A generated book; `words` contains the printed words of each page, in order. */
export type BenchBook = { id: string; pages: number; pdf: string; words: string[][] }

const edition = 1
const pictureEvery = 8
const size = 10.5
const leading = 15
const { resolve } = createRequire(import.meta.url)
const font = (weight: number) =>
  readFileSync(resolve(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-${weight}-normal.woff`))

/**
 * A book of so many pages, the same on every machine: sentences of the sample books in a drawn order, a picture on
 * every eighth page, embedded fonts, an outline of nothing. Kept in a cache folder.
 */
export async function benchBook(pages: number): Promise<BenchBook> {
  const folder = join(root, 'node_modules/.cache/bench-books', String(edition))
  const pdf = join(folder, `${pages}.pdf`)
  const wordsFile = join(folder, `${pages}.json`)
  if (!existsSync(pdf) || !existsSync(wordsFile)) {
    console.log(`Making a book of ${pages} pages …`)
    mkdirSync(folder, { recursive: true })
    const made = await makeBook(pages)
    writeFileSync(wordsFile, JSON.stringify(made.words))
    writeFileSync(`${pdf}.part`, made.bytes)
    renameSync(`${pdf}.part`, pdf)
  }
  return { id: `bench-${pages}`, pages, pdf, words: JSON.parse(readFileSync(wordsFile, 'utf8')) as string[][] }
}

async function makeBook(pages: number) {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit as unknown as Parameters<PDFDocument['registerFontkit']>[0])
  const when = new Date('2026-01-01T00:00:00Z')
  document.setCreationDate(when)
  document.setModificationDate(when)
  document.setTitle(`A book of ${pages} pages`)
  const text = await document.embedFont(font(400), { subset: true })
  const bold = await document.embedFont(font(700), { subset: true })
  const draw = drawing(pages)
  const sentences = readSentences()
  const words: string[][] = []
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([pageLayout.width, pageLayout.height])
    drawCode(page, number)
    let top = pageLayout.textTop + 14
    const printed: string[] = []
    const print = (line: string, face: PDFFont, points: number) => {
      page.drawText(line, { x: pageLayout.codeLeft, y: pageLayout.height - top, size: points, font: face })
      printed.push(...line.split(' '))
      top += points === size ? leading : points * 2
    }
    if (number % 20 === 1) print(`Part ${Math.ceil(number / 20)}`, bold, 22)
    const isPictured = number % pictureEvery === 4
    const lowest = pageLayout.height - 70 - (isPictured ? 220 : 0)
    while (top < lowest) {
      const paragraph = Array.from({ length: 5 }, () => sentences[Math.floor(draw() * sentences.length)]).join(' ')
      for (const line of broken(paragraph, text)) if (top < lowest) print(line, text, size)
      top += 6
    }
    if (isPictured) {
      const picture = await document.embedJpg(await makePicture(draw))
      page.drawImage(picture, { x: pageLayout.codeLeft, y: 70, width: 324, height: 200 })
    }
    page.drawText(String(number), { x: 208, y: 34, size, font: text })
    words.push([...printed, String(number)])
  }
  return { bytes: await document.save(), words }
}

function drawCode(page: PDFPage, number: number): void {
  const { codeLeft, codeTop, codeHeight, cell, height } = pageLayout
  for (const [index, isBlack] of cellsOf(number).entries()) {
    if (!isBlack) continue
    page.drawRectangle({
      x: codeLeft + index * cell,
      y: height - codeTop - codeHeight,
      width: cell,
      height: codeHeight,
      color: rgb(0, 0, 0),
    })
  }
}

function broken(paragraph: string, face: PDFFont): string[] {
  const lines: string[] = []
  let line: string[] = []
  let width = 0
  for (const word of paragraph.split(' ')) {
    const wordWidth = widthOf(word, face)
    if (width + wordWidth > pageLayout.textRight - pageLayout.codeLeft) {
      lines.push(line.join(' '))
      line = []
      width = 0
    }
    line.push(word)
    width += wordWidth
  }
  return [...lines, line.join(' ')]
}

// Laying out a word is slow, and a thousand pages use few different ones.
const widths = new Map<string, number>()
function widthOf(word: string, face: PDFFont): number {
  const known = widths.get(word) ?? face.widthOfTextAtSize(`${word} `, size)
  widths.set(word, known)
  return known
}

/** Hills in mist with grain: as heavy for an encoder as a photograph. */
async function makePicture(draw: () => number): Promise<Buffer> {
  const [width, height] = [972, 600]
  const pixels = Buffer.alloc(width * height * 3)
  const tint = [draw() * 90, draw() * 90, draw() * 90]
  const waves = Array.from({ length: 6 }, () => ({ at: draw() * 6, length: 60 + draw() * 260, rise: 20 + draw() * 70 }))
  for (let x = 0; x < width; x++) {
    const ridges = waves.map(({ at, length, rise }, depth) => 120 + depth * 75 + Math.sin(x / length + at) * rise)
    for (let y = 0; y < height; y++) {
      const depth = ridges.filter((ridge) => y > ridge).length
      const grain = (draw() - 0.5) * 36
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * width + x) * 3 + channel] = Math.max(
          0,
          Math.min(255, 225 - depth * 28 - tint[channel]! + y / 12 + grain),
        )
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

function readSentences(): string[] {
  const files = globSync('content/books/*/manuscript/[0-9]*.md', { cwd: root }).toSorted()
  return files
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split(/\n\s*\n/))
    .filter((paragraph) => /^[A-Z][^|#`[\]*_<>]+[.!?]$/.test(paragraph.trim()))
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').match(/[A-Z][^.!?]{20,160}[.!?]/g) ?? [])
    .map((sentence) => sentence.replaceAll(/[^\x20-\x7e’“”–—]/g, '').trim())
}

/** Numbers from 0 to 1 that look drawn and are the same every time (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

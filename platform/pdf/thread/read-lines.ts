import type { PrintedLine } from '../pdf-jobs.ts'
import { type OpenDocument, withPage } from './open-document.ts'
import { type Box, isShown, shownGeometry, type ToShown } from './page-geometry.ts'
import { type Pdfium, withMemory } from './pdfium.ts'
import { advancesOf } from './letter-advances.ts'
import { type Link, readLinks } from './read-links.ts'

/** No printed page holds more; a file that claims to is cut here. */
const mostLetters = 40_000

/** A gap wider than this many times the letters' height ends a line: columns, tables, tabs. */
const columnGap = 2

/** `isUpended` when its line runs up or down the page as shown. A break is a letter without a place. */
type Letter = { text: string; box: Box | undefined; link: Link | undefined; isUpended: boolean }

/** Reads the text of a page as lines in reading order, clipped to what is shown of the page. */
export function readLines(pdfium: Pdfium, document: OpenDocument, page: number): PrintedLine[] {
  return withPage(pdfium, document, page, (handle) => {
    const toShown = shownGeometry(pdfium, handle)
    const links = readLinks(pdfium, document, handle, toShown)
    const shape = pdfium.FPDF_GetPageHeightF(handle) / pdfium.FPDF_GetPageWidthF(handle)
    const text = pdfium.FPDFText_LoadPage(handle)
    if (text === 0) return []
    try {
      const turn = (pdfium.FPDFPage_GetRotation(handle) * Math.PI) / 2
      return toLines(readLetters(pdfium, text, toShown, links, turn), shape)
    } finally {
      pdfium.FPDFText_ClosePage(text)
    }
  })
}

function readLetters(pdfium: Pdfium, text: number, toShown: ToShown, links: Link[], turn: number): Letter[] {
  const letters: Letter[] = []
  // Called once a letter, the wrapper around it would take longer than the call.
  const { _FPDFText_GetLooseCharBox: boxOf } = pdfium.pdfium as unknown as Record<
    '_FPDFText_GetLooseCharBox',
    (...values: number[]) => number
  >
  const count = Math.min(pdfium.FPDFText_CountChars(text), mostLetters)
  withMemory(pdfium, 32, (memory) => {
    for (let index = 0; index < count; index += 1) {
      const letter = textOf(pdfium.FPDFText_GetUnicode(text, index))
      if (letter === '') continue
      // Blanks and line ends that PDFium concluded from gaps stand nowhere.
      if (pdfium.FPDFText_IsGenerated(text, index) === 1 && letter !== '-') {
        letters.push({ text: letter, box: undefined, link: undefined, isUpended: false })
        continue
      }
      if (!boxOf(text, index, memory)) continue
      const heap = pdfium.heap()
      const [left, top] = [heap.getFloat32(memory, true), heap.getFloat32(memory + 4, true)]
      const box = toShown(left, heap.getFloat32(memory + 12, true), heap.getFloat32(memory + 8, true), top)
      if (!isShown(box)) continue
      const isUpended = Math.abs(Math.sin(pdfium.FPDFText_GetCharAngle(text, index) + turn)) > 0.7
      letters.push({ text: letter, box, link: links.find((link) => isWithin(box, link.box)), isUpended })
    }
  })
  return letters
}

/** Breaks the letters into lines where PDFium says so, where they jump, and where a link begins or ends. */
function toLines(letters: Letter[], shape: number): PrintedLine[] {
  const lines: PrintedLine[] = []
  let current: Letter[] = []
  const finish = () => {
    const line = toLine(current)
    if (line) lines.push(line)
    current = []
  }
  for (const letter of letters) {
    if (letter.text === '\n') finish()
    else {
      const last = current.findLast(({ box }) => box !== undefined)
      if (last && letter.box && (last.link !== letter.link || isElsewhere(last, letter, shape))) finish()
      current.push(letter)
    }
  }
  finish()
  return lines
}

// `shape` is the page's height by its width: fractions across and down are not of one length.
function isElsewhere(last: Letter, next: Letter, shape: number): boolean {
  if (last.isUpended !== next.isUpended) return true
  const [a, b] = [along(last, shape), along(next, shape)]
  const thickness = Math.max(a.bottom - a.top, b.bottom - b.top)
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (overlap < Math.min(a.bottom - a.top, b.bottom - b.top) * 0.3) return true
  return Math.max(b.left - a.right, a.left - b.right) > thickness * columnGap
}

/** A letter's box in page widths, with its line running from left to right or the other way round. */
function along({ box, isUpended }: Letter, shape: number): Box {
  const { left, top, right, bottom } = box!
  return isUpended
    ? { left: top * shape, right: bottom * shape, top: left, bottom: right }
    : { left, right, top: top * shape, bottom: bottom * shape }
}

function toLine(letters: Letter[]): PrintedLine | undefined {
  const boxes = letters.flatMap(({ box }) => box ?? [])
  const text = letters
    .map((letter) => letter.text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text === '' || boxes.length === 0) return undefined
  const left = clip(Math.min(...boxes.map((box) => box.left)))
  const top = clip(Math.min(...boxes.map((box) => box.top)))
  const right = clip(Math.max(...boxes.map((box) => box.right)))
  const bottom = clip(Math.max(...boxes.map((box) => box.bottom)))
  const link = letters.find((letter) => letter.link)?.link
  const advances = advancesOf(letters, text, left, right)
  return {
    x: round(left),
    y: round(top),
    width: round(right - left),
    height: round(bottom - top),
    text,
    ...(advances ? { advances } : {}),
    ...(link ? { link: link.target } : {}),
  }
}

/** The letter of a code: a hyphen where PDFium marks one at a line's end, nothing for what is no letter. */
function textOf(code: number): string {
  if (code === 0x02 || code === 0xad) return '-'
  if (code === 0x0d || code === 0x0a) return '\n'
  if (code === 0x09 || code === 0xa0) return ' '
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfffe || code === 0xffff || code > 0x10ffff) return ''
  const letter = String.fromCodePoint(code)
  // Ligatures are one shape and several letters.
  return code >= 0xfb00 && code <= 0xfb06 ? letter.normalize('NFKC') : letter
}

function isWithin(box: Box, frame: Box): boolean {
  const x = (box.left + box.right) / 2
  const y = (box.top + box.bottom) / 2
  return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom
}

const clip = (fraction: number) => Math.min(1, Math.max(0, fraction))
const round = (fraction: number) => Math.round(fraction * 100_000) / 100_000

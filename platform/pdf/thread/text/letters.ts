import type { OpenDocument } from '../document/open-document.ts'
import { type Box, isShown, type ToShown } from '../document/page-geometry.ts'
import { type Pdfium, withMemory } from '../document/pdfium.ts'
import { type Link, readLinks } from '../document/read-links.ts'
import { runsLeft } from '../../direction.ts'
import { actualTextLookup, piecesOf } from './actual-text.ts'

/** Maximum number of letters per page; more are cut off. */
const maxLetters = 40_000

/**
 * A font may declare letters that are far higher than its glyphs; nothing of a line is printed beyond these shares of
 * the type size.
 */
const highest = { above: 1.05, below: 0.4, loose: 1.6 }

/**
 * A letter with its marks, or a ligature. `box` is its position on the displayed page; spaces and breaks inferred from
 * gaps have none. `em` is its type size in page widths. `runs` is the direction of its line on the displayed page.
 */
export type Letter = {
  text: string
  box: Box | undefined
  link: Link | undefined
  em: number
  runs: 'right' | 'left' | 'up' | 'down'
  /** Replacement text of a sign: its position may be that of a part of the sign. */
  isPlaceholder?: boolean
}

/** A letter with a position. */
export type Placed = Letter & { box: Box }

/** A letter of a vertical line on the displayed page. */
export const isUpended = ({ runs }: Pick<Letter, 'runs'>) => runs === 'up' || runs === 'down'

/** Typesetting of the letters of one text object: one type size, one direction. */
type Setting = Pick<Letter, 'em' | 'runs'>

/** Letters that PDFium read from one printed sign, or from its replacement text. */
type Group = { object: number; x: number; y: number; letter: Placed; parts: Part[] }
type Part = { text: string; left: number }

/**
 * Reads the letters of a page in PDFium's order, without hidden ones. `shape` is the height of the page divided by its
 * width.
 */
export function readLetters(
  pdfium: Pdfium,
  document: OpenDocument,
  page: number,
  toShown: ToShown,
  shape: number,
): Letter[] {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return []
  try {
    const links = readLinks(pdfium, document, page, toShown)
    return withMemory(pdfium, 48, (memory) => collect(pdfium, page, text, memory, links, toShown, shape))
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

type Native = Record<
  | '_FPDFText_GetLooseCharBox'
  | '_FPDFText_GetUnicode'
  | '_FPDFText_IsGenerated'
  | '_FPDFText_GetTextObject'
  | '_FPDFText_GetCharOrigin'
  | '_FPDFText_GetMatrix',
  (...values: number[]) => number
> & { _FPDFText_GetFontSize(text: number, index: number): number }

function collect(
  pdfium: Pdfium,
  page: number,
  text: number,
  memory: number,
  links: Link[],
  toShown: ToShown,
  shape: number,
): Letter[] {
  // Called once per letter, so wrappers would take longer than the calls.
  const native = pdfium.pdfium as unknown as Native
  const letters: Letter[] = []
  const count = Math.min(pdfium.FPDFText_CountChars(text), maxLetters)
  let object = -1
  let setting: Setting = { em: 0, runs: 'right' }
  let group: Group | undefined
  const wordsOf = actualTextLookup(pdfium)
  const actualTexts = new Map<number, Placed>()
  let words = 0
  let actualText: Placed | undefined
  for (let index = 0, next = 0; index < count; index = next) {
    const code = native._FPDFText_GetUnicode(text, index)
    const whole =
      isHalf(code) && index + 1 < count ? joined(code, native._FPDFText_GetUnicode(text, index + 1)) : undefined
    // Surrogate halves are returned one after the other.
    next = index + (whole ? 2 : 1)
    const letter = whole ?? textOf(code)
    if (letter === '') continue
    const itsObject = native._FPDFText_GetTextObject(text, index)
    // In right-to-left lines PDFium does not mark inferred spaces; such a space has no text object.
    const isConcluded = native._FPDFText_IsGenerated(text, index) === 1 || (itsObject === 0 && letter.trim() === '')
    if (isConcluded && letter !== '-') {
      letters.push({ text: letter, box: undefined, link: undefined, ...setting })
      continue
    }
    if (itsObject !== object) {
      words = wordsOf(itsObject)
      actualText = words === 0 ? undefined : actualTexts.get(words)
    }
    if (itsObject !== object) setting = settingOf(pdfium, native, text, index, memory, toShown, shape)
    object = itsObject
    if (!native._FPDFText_GetLooseCharBox(text, index, memory)) continue
    let heap = pdfium.heap()
    // Left, top, right, bottom.
    const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => heap.getFloat32(memory + at, true)) as [
      number,
      number,
      number,
      number,
    ]
    native._FPDFText_GetCharOrigin(text, index, memory, memory + 8)
    heap = pdfium.heap()
    const [x, y] = [heap.getFloat64(memory, true), heap.getFloat64(memory + 8, true)]
    const box = withinType(toShown(left, bottom, right, top), toShown(x, y, x, y), setting, shape)
    if (group && group.object === object && group.x === x && group.y === y) {
      group.parts.push({ text: letter, left: box.left })
      group.letter.isPlaceholder ||= Math.abs(box.left - group.parts[0]!.left) > 1e-6
      group.letter.text = inOrder(group.parts)
      // Its box may be that of a mark alone; anything on the line is as high as the type.
      group.letter.box = around(around(group.letter.box, box), typeBox(toShown(x, y, x, y), setting, shape))
      continue
    }
    group = undefined
    if (actualText) {
      // The replacement text of this sign was already read; this is another piece of the sign.
      actualText.box = around(actualText.box, box)
      continue
    }
    if (!isShown(box)) continue
    const placed: Placed = { text: letter, box, link: links.find((link) => isWithin(box, link.box)), ...setting }
    group = { object, x, y, letter: placed, parts: [{ text: letter, left: box.left }] }
    letters.push(placed)
    if (words !== 0) actualTexts.set(words, placed)
  }
  if (actualTexts.size > 0) {
    piecesOf(pdfium, page, toShown, (sign, box) => {
      const letter = actualTexts.get(sign)
      if (letter) letter.box = around(letter.box, box)
    })
  }
  return letters
}

function settingOf(
  pdfium: Pdfium,
  native: Native,
  text: number,
  index: number,
  memory: number,
  toShown: ToShown,
  shape: number,
): Setting {
  const size = native._FPDFText_GetFontSize(text, index)
  if (!native._FPDFText_GetMatrix(text, index, memory)) return { em: 0, runs: 'right' }
  const heap = pdfium.heap()
  const [a, b, c, d] = [0, 4, 8, 12].map((at) => heap.getFloat32(memory + at, true)) as [number, number, number, number]
  const shown = (x: number, y: number) => {
    const [from, to] = [toShown(0, 0, 0, 0), toShown(x, y, x, y)]
    return { x: to.left - from.left, y: (to.top - from.top) * shape }
  }
  const right = shown(a * size, b * size)
  const up = shown(c * size, d * size)
  const em = Math.hypot(up.x, up.y)
  if (Math.abs(right.x) >= Math.abs(right.y)) return { em, runs: right.x >= 0 ? 'right' : 'left' }
  return { em, runs: right.y >= 0 ? 'down' : 'up' }
}

/**
 * Collects the parts of one sign. Parts of a ligature have one position; replacement text shares the width of the sign
 * in its order, from either side, and begins with a letter rather than a mark. PDFium has reversed right-to-left parts.
 */
function inOrder(parts: readonly Part[]): string {
  const text = (ordered: readonly Part[]) => ordered.map((part) => part.text).join('')
  const isLeft = parts.some((part) => runsLeft(part.text))
  if (parts.every(({ left }) => Math.abs(left - parts[0]!.left) < 1e-6))
    return isLeft ? ligature(text(parts), text(parts.toReversed())) : text(parts)
  const rightwards = parts.toSorted((a, b) => a.left - b.left)
  if (!isLeft) return text(rightwards)
  const beginsWell = (ordered: readonly Part[]) => !/^\p{M}/u.test(ordered[0]!.text)
  if (beginsWell(rightwards) === beginsWell(rightwards.toReversed())) return text(parts.toReversed())
  return text(beginsWell(rightwards) ? rightwards : rightwards.toReversed())
}

/** Arabic ligatures with a code point, mapped to their letters. */
let arabicLigatures: Set<string> | undefined

/**
 * Returns the letters of a right-to-left ligature: PDFium decomposes ligatures with a code point, and reverses the text
 * of the file.
 */
function ligature(actualText: string, turnedAround: string): string {
  arabicLigatures ??= new Set(
    Array.from({ length: 0xfeff - 0xfb50 }, (_, at) => String.fromCharCode(0xfb50 + at).normalize('NFKD')).filter(
      (letters) => letters.length > 1,
    ),
  )
  return arabicLigatures.has(actualText.normalize('NFKD')) ? actualText : turnedAround
}

const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
})

/** Returns the box of type of this size that begins at a point of its line. */
function typeBox({ left, top }: Box, { em, runs }: Setting, shape: number): Box {
  const [above, below] = [0.7 * em, 0.2 * em]
  if (runs === 'right') return { left, right: left, top: top - above / shape, bottom: top + below / shape }
  if (runs === 'left') return { left, right: left, top: top - below / shape, bottom: top + above / shape }
  return runs === 'down'
    ? { left: left - below, right: left + above, top, bottom: top }
    : { left: left - above, right: left + below, top, bottom: top }
}

function withinType(box: Box, origin: Box, { em, runs }: Setting, shape: number): Box {
  const isUp = runs === 'up' || runs === 'down'
  const thickness = isUp ? box.right - box.left : (box.bottom - box.top) * shape
  if (em === 0 || thickness <= em * highest.loose) return box
  const [above, below] = [highest.above * em, highest.below * em]
  if (runs === 'right')
    return {
      ...box,
      top: Math.max(box.top, origin.top - above / shape),
      bottom: Math.min(box.bottom, origin.top + below / shape),
    }
  if (runs === 'left')
    return {
      ...box,
      top: Math.max(box.top, origin.top - below / shape),
      bottom: Math.min(box.bottom, origin.top + above / shape),
    }
  // The top of letters in downward lines is on the right.
  if (runs === 'down')
    return { ...box, left: Math.max(box.left, origin.left - below), right: Math.min(box.right, origin.left + above) }
  return { ...box, left: Math.max(box.left, origin.left - above), right: Math.min(box.right, origin.left + below) }
}

const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff

/** Combines surrogate halves, which PDFium reverses in right-to-left lines. */
function joined(one: number, other: number): string | undefined {
  if (!isHalf(other) || one < 0xdc00 === other < 0xdc00) return undefined
  return String.fromCharCode(Math.min(one, other), Math.max(one, other))
}

/** Returns the letter of a code: a hyphen where PDFium marks one at the end of a line, nothing for control codes. */
function textOf(code: number): string {
  if (code === 0x02) return '-'
  if (code === 0x0d || code === 0x0a) return '\n'
  if (code === 0x09 || code === 0xa0) return ' '
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfffe || code === 0xffff || code > 0x10ffff) return ''
  if (code >= 0xd800 && code <= 0xdfff) return ''
  const letter = String.fromCodePoint(code)
  return code >= 0xfb00 && code <= 0xfb06 ? letter.normalize('NFKC') : letter
}

function isWithin(box: Box, frame: Box): boolean {
  const x = (box.left + box.right) / 2
  const y = (box.top + box.bottom) / 2
  return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom
}

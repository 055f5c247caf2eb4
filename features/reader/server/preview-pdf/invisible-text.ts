import { type PDFDocument, type PDFFont, PDFHexString, type PDFRef } from '@cantoo/pdf-lib'
import { toVisualOrder } from '#platform/pdf/visual-order.ts'
import type { TextLine } from '#features/reader/contract.ts'

/** A font of invisible letters: up to 255 characters of any alphabet, with approximate widths. */
type LetterFont = { ref: PDFRef; name: string; codes: Map<string, number>; widths: Map<string, number> }

/** Writes invisible text for searching, selecting and screen readers over the page image. */
type InvisibleText = {
  fonts: Record<string, PDFRef>
  /**
   * Returns operators that stretch a line of text over its box in its direction; x, y (lower edge), width and height
   * in points.
   */
  line(
    text: string,
    box: { x: number; y: number; width: number; height: number },
    direction?: TextLine['direction'],
  ): string
}

/** Descent of letters as a share of the line's height. */
const descent = 0.22

/**
 * Creates the fonts of a document's invisible text. The letters are never drawn, so a font needs no outlines; its
 * Unicode table gives their meaning for search and copying.
 *
 * @see ISO 32000-1, 9.3.6 (rendering mode 3) and 9.10.3
 */
export function createInvisibleText(document: PDFDocument, texts: string[], measured: PDFFont): InvisibleText {
  const letters = [...new Set(texts.flatMap((text) => [...text]))]
  const fonts: LetterFont[] = []
  for (let at = 0; at < letters.length; at += 255)
    fonts.push(letterFont(document, letters.slice(at, at + 255), `U${fonts.length}`, measured))

  return {
    fonts: Object.fromEntries(fonts.map(({ name, ref }) => [name, ref])),
    line(text, { x, y, width, height }, direction) {
      const runs = runsOf(direction === 'rtl' ? toVisualOrder(text) : text, fonts)
      const natural = runs.reduce((sum, { units }) => sum + units, 0) / 1000
      if (natural === 0) return ''
      const isUpright = direction === 'down' || direction === 'up'
      const [length, thickness] = isUpright ? [height, width] : [width, height]
      const stretch = (100 * length) / (natural * thickness)
      const shown = runs.map(({ font, hex }) => `/${font} ${round(thickness)} Tf <${hex}> Tj`).join(' ')
      const below = thickness * descent
      const place =
        direction === 'down'
          ? `0 -1 1 0 ${round(x + below)} ${round(y + height)}`
          : direction === 'up'
            ? `0 1 -1 0 ${round(x + width - below)} ${round(y)}`
            : `1 0 0 1 ${round(x)} ${round(y + below)}`
      return `BT 3 Tr ${round(stretch)} Tz ${place} Tm ${shown} ET`
    },
  }
}

function letterFont(document: PDFDocument, letters: string[], name: string, measured: PDFFont): LetterFont {
  const { context } = document
  const codes = new Map(letters.map((letter, index) => [letter, index + 1]))
  const widths = new Map(letters.map((letter) => [letter, widthOf(letter, measured)]))
  const meaning = letters.map(
    (letter, index) => `<${hexByte(index + 1)}> <${PDFHexString.fromText(letter).asString().slice(4)}>`,
  )
  const blocks = []
  for (let at = 0; at < meaning.length; at += 100) {
    const block = meaning.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  const toUnicode = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
  const ref = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type1',
      BaseFont: 'Helvetica',
      FirstChar: 1,
      LastChar: letters.length,
      Widths: [...widths.values()],
      Encoding: {
        Type: 'Encoding',
        Differences: [
          1,
          ...letters.map((letter) => `u${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`),
        ],
      },
      ToUnicode: context.register(context.flateStream(toUnicode)),
    }),
  )
  return { ref, name, codes, widths }
}

/** Splits a text into runs with one font each. */
function runsOf(text: string, fonts: LetterFont[]): { font: string; hex: string; units: number }[] {
  const runs: { font: string; hex: string; units: number }[] = []
  for (const letter of text) {
    const font = fonts.find(({ codes }) => codes.has(letter))!
    const last = runs.at(-1)
    const run = last?.font === font.name ? last : { font: font.name, hex: '', units: 0 }
    if (run !== last) runs.push(run)
    run.hex += hexByte(font.codes.get(letter)!)
    run.units += font.widths.get(letter)!
  }
  return runs
}

function widthOf(letter: string, measured: PDFFont): number {
  try {
    return Math.round(measured.widthOfTextAtSize(letter, 1000)) || 500
  } catch {
    // Not in the measured font: East Asian letters are as wide as they are high.
    return letter.codePointAt(0)! > 0x2e7f ? 1000 : 556
  }
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0')
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

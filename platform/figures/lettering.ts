import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { bidi, directionOf, placeholderFor, runsLeft, turned } from '#platform/pdf/direction.ts'
import { toAscii } from '#shared/slug.ts'
import { findFallbackFont, hasGrapheme } from './fallback-fonts.ts'

/** Font faces for text in images: the heavy display face and the monospaced label face. */
export type Face = 'display' | 'label'

/** A line of text as an outline: SVG path data with its baseline at 0, 0, and its width in pixels. */
export type Line = { path: string; width: number }

/**
 * Lays out one line; `tracking` is extra letter spacing as a fraction of the size. `isFromRight` says that its text is
 * read from right to left, as {@link readsFromRight} tells of a whole text; by default the line alone decides.
 */
export type Lettering = (face: Face, text: string, size: number, tracking?: number, isFromRight?: boolean) => Line

/** Files of each face, whose letters complement each other. */
const files: Record<Face, readonly string[]> = {
  display: [
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2',
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-800-normal.woff2',
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-vietnamese-800-normal.woff2',
  ],
  label: [
    '@fontsource/martian-mono/files/martian-mono-latin-400-normal.woff2',
    '@fontsource/martian-mono/files/martian-mono-latin-ext-400-normal.woff2',
    '@fontsource/martian-mono/files/martian-mono-cyrillic-400-normal.woff2',
    '@fontsource/martian-mono/files/martian-mono-cyrillic-ext-400-normal.woff2',
  ],
}

type Faces = Record<Face, readonly Font[]>

let opened: Promise<Faces> | undefined

/**
 * Loads the fonts that some texts need and returns a function that lays out their lines, or parts of them, with
 * kerning. Letters that the fonts of the site lack come from others; those of scripts that none of them has are written
 * in Latin letters. Text in images is drawn as outlines, so that it looks the same on machines without fonts.
 */
export async function loadLettering(...texts: readonly string[]): Promise<Lettering> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  const faces = await opened
  const fallbacks: Record<Face, Map<string, Font | undefined>> = { display: new Map(), label: new Map() }
  // Labels are set in capitals.
  const graphemes = new Set(texts.flatMap((text) => [...graphemesOf(text), ...graphemesOf(text.toUpperCase())]))
  for (const face of ['display', 'label'] as const)
    for (const grapheme of graphemes)
      if (!faces[face].some((font) => hasGrapheme(font, grapheme)))
        fallbacks[face].set(grapheme, await findFallbackFont(grapheme, face === 'display'))
  return (face, text, size, tracking = 0, isFromRight = readsFromRight(text)) => {
    const fontOf = (grapheme: string) =>
      faces[face].find((font) => hasGrapheme(font, grapheme)) ?? fallbacks[face].get(grapheme)
    return setLine(runsOf(text, { fontOf, main: faces[face][0]!, isFromRight }), size, tracking)
  }
}

async function open(): Promise<Faces> {
  // Loaded on first use: most processes never need it.
  const { create } = await import('fontkit')
  const { resolve } = createRequire(import.meta.url)
  const read = (face: Face) =>
    Promise.all(files[face].map(async (file) => create(await readFile(resolve(file))) as Font))
  return { display: await read('display'), label: await read('label') }
}

let segmenter: Intl.Segmenter | undefined
const graphemesOf = (text: string) =>
  Array.from((segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text), (one) => one.segment)

/** A piece of text in one font and direction; `level` is its embedding level, odd from right to left. */
type Run = { font: Font; text: string; level: number }

/**
 * Returns whether a text is read from right to left: its first letter decides, as in the browser.
 *
 * @see https://www.unicode.org/reports/tr9/#P2
 */
export function readsFromRight(text: string): boolean {
  for (const grapheme of graphemesOf(text)) {
    const direction = directionOf(grapheme)
    if (direction === 'left' || direction === 'right') return direction === 'left'
  }
  return false
}

type Setting = { fontOf: (grapheme: string) => Font | undefined; main: Font; isFromRight: boolean }

/** Splits a line into runs, from left to right. @see https://www.unicode.org/reports/tr9/#L2 */
function runsOf(text: string, { fontOf, main, isFromRight }: Setting): Run[] {
  const graphemes = graphemesOf(text)
  const levels = levelsOf(graphemes, isFromRight)
  const runs: Run[] = []
  graphemes.forEach((grapheme, index) => {
    const level = levels[index]!
    const own = fontOf(grapheme)
    const run = runs.at(-1)
    // A space stays in the run before it where that font has one, so that words of one script stay together.
    const font = run && /^\s+$/.test(grapheme) && hasGrapheme(run.font, grapheme) ? run.font : (own ?? main)
    const written = own ? grapheme : toAscii(grapheme)
    if (run?.font === font && run.level === level) run.text += written
    else runs.push({ font, text: written, level })
  })
  return inVisualOrder(runs)
}

function levelsOf(graphemes: readonly string[], isFromRight: boolean): ArrayLike<number> {
  const isLeftToRight = !isFromRight && !graphemes.some((grapheme) => runsLeft(grapheme))
  if (isLeftToRight) return graphemes.map(() => 0)
  return bidi.getEmbeddingLevels(graphemes.map(placeholderFor).join(''), isFromRight ? 'rtl' : 'ltr').levels
}

function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while (to < ordered.length && ordered[to]!.level >= level) to += 1
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  return ordered
}

function setLine(runs: readonly Run[], size: number, tracking: number): Line {
  const parts: string[] = []
  let pen = 0
  for (const { font, text, level } of runs) {
    const scale = size / font.unitsPerEm
    const isFromRight = level % 2 === 1
    const { glyphs, positions } = isFromRight
      ? font.layout([...text].map(turned).join(''), undefined, undefined, undefined, 'rtl')
      : // The font itself would set Arabic digits from right to left.
        font.layout(text, undefined, undefined, undefined, 'ltr')
    // Letters of connected scripts touch each other.
    const spacing = isFromRight ? 0 : tracking * size
    glyphs.forEach((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      if (glyph.id === 0) return
      // The y axis of outlines points up, that of images down.
      parts.push(glyph.path.transform(scale, 0, 0, -scale, pen + xOffset * scale, -yOffset * scale).toSVG())
      pen += xAdvance * scale + spacing
    })
  }
  return { path: parts.join(''), width: Math.max(0, pen - tracking * size) }
}

/** A piece of text that is not broken; `glue` separates it from the piece before it on the same line. */
type Piece = { text: string; glue: '' | ' ' }

/** Chinese characters and kana, which take no spaces and may stand at the end of a line. */
const ideograph = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー]'
/** Signs that must not begin a line. */
const closing = '[\\p{Pe}\\p{Pf}\\p{Po}々ゝゞーっゃゅょッャュョ]'
const pieces = new RegExp(`${ideograph}${closing}*|(?:(?!${ideograph}).)+`, 'gu')

function piecesOf(text: string): Piece[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) =>
      (word.match(pieces) ?? [word]).map((piece, index): Piece => ({ text: piece, glue: index > 0 ? '' : ' ' })),
    )
}

/**
 * Wraps a text into the fewest lines that fit and balances their lengths.
 *
 * @param measure Width of a piece of text.
 * @returns At least one line; a single word wider than `maxWidth` stays whole.
 */
export function wrapBalanced(text: string, maxWidth: number, measure: (text: string) => number): string[] {
  const words = piecesOf(text)
  const count = wrapTo(words, maxWidth, measure).length
  let [narrow, wide] = [0, maxWidth]
  while (wide - narrow > 2) {
    const middle = (narrow + wide) / 2
    if (wrapTo(words, middle, measure).length <= count) wide = middle
    else narrow = middle
  }
  return wrapTo(words, wide, measure)
}

function wrapTo(words: readonly Piece[], maxWidth: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  for (const { text, glue } of words) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]}${glue}${text}` : text
    if (lines.length > 0 && measure(longer) <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(text)
  }
  return lines.length > 0 ? lines : ['']
}

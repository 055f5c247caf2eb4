import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

/** Font faces for text in images: the heavy display face and the monospaced label face. */
export type Face = 'display' | 'label'

/** A line of text as an outline: SVG path data with its baseline at 0, 0, and its width in pixels. */
export type Line = { path: string; width: number }

/** Lays out one line; `tracking` is extra letter spacing as a fraction of the size. */
export type Lettering = (face: Face, text: string, size: number, tracking?: number) => Line

const files: Record<Face, string> = {
  display: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2',
  label: '@fontsource/martian-mono/files/martian-mono-latin-400-normal.woff2',
}

let opened: Promise<Lettering> | undefined

/**
 * Loads the fonts once and returns a function that lays out lines with kerning; missing glyphs are omitted. Text in
 * images is drawn as outlines, so that it looks the same on machines without fonts.
 */
export function loadLettering(): Promise<Lettering> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(): Promise<Lettering> {
  // Loaded on first use: most processes never need it.
  const { create } = await import('fontkit')
  const { resolve } = createRequire(import.meta.url)
  const read = async (face: Face) => create(await readFile(resolve(files[face]))) as Font
  const fonts: Record<Face, Font> = { display: await read('display'), label: await read('label') }
  return (face, text, size, tracking = 0) => setLine(fonts[face], text, size, tracking)
}

function setLine(font: Font, text: string, size: number, tracking: number): Line {
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  const parts: string[] = []
  let pen = 0
  glyphs.forEach((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!
    if (glyph.id === 0) return
    // The y axis of outlines points up, that of images down.
    parts.push(glyph.path.transform(scale, 0, 0, -scale, pen + xOffset * scale, -yOffset * scale).toSVG())
    pen += xAdvance * scale + tracking * size
  })
  return { path: parts.join(''), width: Math.max(0, pen - tracking * size) }
}

/**
 * Wraps a text into the fewest lines that fit and balances their lengths.
 *
 * @param measure Width of a piece of text.
 * @returns At least one line; a single word wider than `maxWidth` stays whole.
 */
export function wrapBalanced(text: string, maxWidth: number, measure: (text: string) => number): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const count = wrapTo(words, maxWidth, measure).length
  let [narrow, wide] = [0, maxWidth]
  while (wide - narrow > 2) {
    const middle = (narrow + wide) / 2
    if (wrapTo(words, middle, measure).length <= count) wide = middle
    else narrow = middle
  }
  return wrapTo(words, wide, measure)
}

function wrapTo(words: string[], maxWidth: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : word
    if (lines.length > 0 && measure(longer) <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.length > 0 ? lines : ['']
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

/** A family for letters that the fonts of the site lack, split into files by characters. */
type Family = {
  /** Characters of each file, as in the CSS of the package. */
  ranges: string
  /** File of a part, whose name stands in place of `*`. */
  file: string
  /** Heaviest weight of the family up to that of the display face. */
  bold: number
}

/**
 * Families by priority: Latin, Greek and Cyrillic; Hebrew; Arabic; Devanagari; Thai; Chinese characters and kana;
 * Hangul; emoji.
 */
const families: readonly Family[] = [
  {
    ranges: '@fontsource-variable/manrope/unicode.json',
    file: '@fontsource-variable/manrope/files/manrope-*-wght-normal.woff2',
    bold: 800,
  },
  {
    ranges: '@fontsource-variable/noto-sans-hebrew/unicode.json',
    file: '@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-*-wght-normal.woff2',
    bold: 800,
  },
  {
    ranges: '@fontsource-variable/noto-sans-arabic/unicode.json',
    file: '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-*-wght-normal.woff2',
    bold: 800,
  },
  {
    ranges: '@fontsource-variable/noto-sans-devanagari/unicode.json',
    file: '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-*-wght-normal.woff2',
    bold: 800,
  },
  {
    ranges: '@fontsource-variable/noto-sans-thai/unicode.json',
    file: '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-*-wght-normal.woff2',
    bold: 800,
  },
  {
    ranges: '@fontsource-variable/noto-sans-sc/unicode.json',
    file: '@fontsource-variable/noto-sans-sc/files/noto-sans-sc-*-wght-normal.woff2',
    bold: 800,
  },
  {
    ranges: '@fontsource-variable/noto-sans-kr/unicode.json',
    file: '@fontsource-variable/noto-sans-kr/files/noto-sans-kr-*-wght-normal.woff2',
    bold: 800,
  },
  {
    ranges: '@fontsource-variable/noto-emoji/unicode.json',
    file: '@fontsource-variable/noto-emoji/files/noto-emoji-*-wght-normal.woff2',
    bold: 700,
  },
]

/** A file of a family. */
type Part = { file: string; weight: number }

/** Opened fonts that are kept: a title needs a few, and an opened one takes about a megabyte. */
const maxOpened = 24
const opened = new Map<string, Promise<Font>>()

const { resolve } = createRequire(import.meta.url)

let indexed: Promise<{ family: Family; parts: { name: string; ranges: [from: number, to: number][] }[] }[]> | undefined

/**
 * Opens the first font of the fallback families that has all characters of a grapheme.
 *
 * @param isBold For the display face; otherwise in the weight of texts.
 * @returns Undefined if no family has them.
 */
export async function findFallbackFont(grapheme: string, isBold: boolean): Promise<Font | undefined> {
  const codes = visibleCodesOf(grapheme)
  indexed ??= readIndex().catch((error: unknown) => {
    indexed = undefined
    throw error
  })
  for (const { family, parts } of await indexed) {
    for (const { name, ranges } of parts) {
      if (!codes.every((code) => ranges.some(([from, to]) => code >= from && code <= to))) continue
      const font = await openPart({ file: family.file.replace('*', name), weight: isBold ? family.bold : 400 })
      if (hasGlyphs(font, codes)) return font
    }
  }
  return undefined
}

/** Returns whether a font has a glyph of its own for each visible character of a grapheme. */
export const hasGrapheme = (font: Font, grapheme: string) => hasGlyphs(font, visibleCodesOf(grapheme))

const hasGlyphs = (font: Font, codes: readonly number[]) => codes.every((code) => font.hasGlyphForCodePoint(code))

/** Joiners and variation selectors choose between forms and are not drawn themselves. */
const visibleCodesOf = (grapheme: string) =>
  [...grapheme]
    .filter((character) => !/^[\p{Cf}\ufe00-\ufe0f]$/u.test(character))
    .map((character) => character.codePointAt(0)!)

function openPart({ file, weight }: Part): Promise<Font> {
  const key = `${file} ${weight}`
  const known = opened.get(key)
  opened.delete(key)
  const font = known ?? open(file, weight)
  opened.set(key, font)
  font.catch(() => opened.delete(key))
  const [oldest] = opened.keys()
  if (opened.size > maxOpened && oldest !== undefined) opened.delete(oldest)
  return font
}

async function open(file: string, weight: number): Promise<Font> {
  const [{ create }, { default: decompress }] = await Promise.all([
    import('fontkit'),
    import('woff2-encoder/decompress'),
  ])
  // fontkit reads WOFF2, but gives other weights of unpacked fonts only.
  const unpacked = Buffer.from(await decompress(await readFile(resolve(file))))
  return (create(unpacked) as Font).getVariation({ wght: weight })
}

async function readIndex() {
  return Promise.all(
    families.map(async (family) => {
      const listed = JSON.parse(await readFile(resolve(family.ranges), 'utf8')) as Record<string, string>
      const parts = Object.entries(listed).map(([name, ranges]) => ({
        // Numbered parts stand in brackets.
        name: name.replace(/^\[(.*)\]$/, '$1'),
        ranges: ranges.split(',').map(readRange),
      }))
      return { family, parts }
    }),
  )
}

/** Reads a range of CSS, such as `U+4e00-4e1f` or `U+20`. */
function readRange(range: string): [from: number, to: number] {
  const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

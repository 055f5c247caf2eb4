import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const { resolve } = createRequire(import.meta.url)

type Cut = { family: string; weight: number; style?: 'italic'; file: string; axes: Record<string, number> }

const BRICOLAGE = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2'
const INSTRUMENT = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2'
const INSTRUMENT_ITALIC = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-italic.woff2'
const MARTIAN = '@fontsource-variable/martian-mono/files/martian-mono-latin-standard-normal.woff2'

const CUTS: Cut[] = [
  { family: 'Display', weight: 700, file: BRICOLAGE, axes: { wght: 720, wdth: 90, opsz: 96 } },
  { family: 'Heading', weight: 700, file: BRICOLAGE, axes: { wght: 680, wdth: 96, opsz: 24 } },
  { family: 'Text', weight: 400, file: INSTRUMENT, axes: { wght: 410, wdth: 100 } },
  { family: 'Text', weight: 700, file: INSTRUMENT, axes: { wght: 650, wdth: 100 } },
  { family: 'Text', weight: 400, style: 'italic', file: INSTRUMENT_ITALIC, axes: { wght: 410, wdth: 100 } },
  { family: 'Text', weight: 700, style: 'italic', file: INSTRUMENT_ITALIC, axes: { wght: 650, wdth: 100 } },
  { family: 'Label', weight: 400, file: MARTIAN, axes: { wght: 380, wdth: 84 } },
]

/**
 * The house typefaces as `@font-face` rules with the font inlined.
 * Each cut is pinned out of the variable font first: Chromium prints a variable font as Type 3 shapes,
 * a static one as a real TrueType font that reads, selects and hints as it should.
 */
export async function fontFaces(): Promise<string> {
  const rules = await Promise.all(
    CUTS.map(async ({ family, weight, style, file, axes }) => {
      const font = await subsetFont(readFileSync(resolve(file)), LATIN, { targetFormat: 'sfnt', variationAxes: axes })
      return (
        `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style ?? 'normal'};` +
        `src:url(data:font/ttf;base64,${Buffer.from(font).toString('base64')})}`
      )
    }),
  )
  return rules.join('\n')
}

const LATIN = [range(0x20, 0x17f), range(0x2000, 0x206f), '€™↑↓−'].join('')

function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import subsetFont from 'subset-font'

/*
 * Cuts the house fonts down to the letters the site's own words use, so that a first visit on a slow line sees them
 * early. Whatever else a page holds comes from the full Latin files, which browsers only fetch when they meet such a
 * letter.
 */
const out = resolve(import.meta.dirname, '../../../ui/fonts')
const { resolve: find } = createRequire(import.meta.url)

const letters = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00a0©®·×÷°½¼ÀÁÂÄÇÈÉÊËÍÎÏÑÓÔÖÚÛÜßàáâäçèéêëíîïñóôöúûü',
  ...'–—‘’“”•…€™−',
].join('')

const fonts = [
  // Weights below 700 of the display face are never set.
  { name: 'bricolage-grotesque', axes: { wght: { min: 700, max: 800 } } },
  { name: 'instrument-sans', axes: { wght: { min: 400, max: 700 } } },
  { name: 'martian-mono', axes: { wght: { min: 400, max: 600 } } },
]

for (const { name, axes } of fonts) {
  const source = readFileSync(find(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`))
  // @ts-expect-error the types know pinned axes only; the library takes ranges too
  const cut = await subsetFont(source, letters, { targetFormat: 'woff2', variationAxes: axes })
  writeFileSync(join(out, `${name}.woff2`), cut)
  console.log(`${name}: ${source.length} → ${cut.length} bytes`)
}

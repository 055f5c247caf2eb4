import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type IconName, iconNames } from '#shared/icon-names.ts'
import { drawTogether } from './one-path.ts'
import { readIcon } from './read-icon.ts'

/*
 * Draws ui/icons.svg, the one sheet all content icons are taken from: node scripts/media/icons/make-icon-sheet.ts
 * Run it after a change to shared/icon-names.ts.
 */
const root = resolve(import.meta.dirname, '../../..')
const symbols = await Promise.all(iconNames.map(symbolOf))

writeFileSync(join(root, 'ui/icons.svg'), `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`)
console.log(`${iconNames.length} icons in ${join('ui', 'icons.svg')}`)

async function symbolOf(name: IconName): Promise<string> {
  const { node } = await readIcon(join(root, 'node_modules/lucide-react/dist/esm/icons', `${name}.mjs`))
  const shapes = drawTogether(node).map(([element, attributes]) => renderToStaticMarkup(createElement(element, attributes)))
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}

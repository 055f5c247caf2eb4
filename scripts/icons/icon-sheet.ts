import { join, resolve } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { drawTogether } from './one-path.ts'
import { readIcon } from './read-icon.ts'

const root = resolve(import.meta.dirname, '../..')

/** The sheet that icons named by content are taken from, one symbol a name. */
export const sheetFile = join(root, 'ui/icons.svg')

/**
 * Draws the sheet.
 *
 * @param names Of lucide's icons, in the order they are to lie on the sheet.
 * @returns The text of an SVG file.
 * @throws Error when lucide has no icon of one of the names, or one that cannot be drawn.
 */
export async function drawSheet(names: readonly string[]): Promise<string> {
  const symbols = await Promise.all(names.map(symbolOf))
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
}

async function symbolOf(name: string): Promise<string> {
  const icon = await readIcon(join(root, 'node_modules/lucide-react/dist/esm/icons', `${name}.mjs`))
  const shapes = drawTogether(icon).map(([element, attributes]) => renderToStaticMarkup(createElement(element, attributes)))
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}

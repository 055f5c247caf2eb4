import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import dynamicIconImports from 'lucide-react/dynamicIconImports'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type IconName, iconNames } from '../shared/icon-names.ts'

/** Place of the generated file, relative to the project folder. */
export const iconSheetPath = 'ui/icon-sheet.svg'

/** Draws the sheet of all icons that content may name: one `<symbol>` per name, as lucide draws it. */
export async function drawIconSheet(): Promise<string> {
  const symbols = await Promise.all(iconNames.map(drawSymbol))
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
}

async function drawSymbol(name: IconName): Promise<string> {
  const { default: Icon } = await dynamicIconImports[name]()
  const shapes = renderToStaticMarkup(createElement(Icon)).replace(/^<svg [^>]*>|<\/svg>$/g, '')
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '..', iconSheetPath), await drawIconSheet())

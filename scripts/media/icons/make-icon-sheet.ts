import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type IconName, iconNames } from '#shared/icon-names.ts'

/*
 * Draws ui/icons.svg, the one sheet all content icons are taken from: node scripts/media/icons/make-icon-sheet.ts
 * Run it after a change to shared/icon-names.ts.
 */
const target = resolve(import.meta.dirname, '../../../ui/icons.svg')

writeFileSync(target, `<svg xmlns="http://www.w3.org/2000/svg">\n${iconNames.map(symbolOf).join('\n')}\n</svg>\n`)
console.log(`${iconNames.length} icons in ${join('ui', 'icons.svg')}`)

function symbolOf(name: IconName): string {
  const pascal = name.replace(/(^|-)([a-z0-9])/g, (_all, _dash, letter: string) => letter.toUpperCase())
  const picture = (lucide as unknown as Record<string, lucide.LucideIcon | undefined>)[pascal]
  if (!picture) throw new Error(`lucide has no icon ${name}`)
  const shapes = renderToStaticMarkup(createElement(picture)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`
}

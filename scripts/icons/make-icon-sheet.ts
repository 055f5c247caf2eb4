import { writeFileSync } from 'node:fs'
import { iconNames } from '#shared/icon-names.ts'
import { drawSheet, sheetFile } from './icon-sheet.ts'

/*
 * Draws ui/icons.svg, the one sheet all content icons are taken from: node scripts/icons/make-icon-sheet.ts
 * Run it after a change to shared/icon-names.ts or to lucide.
 */
writeFileSync(sheetFile, await drawSheet(iconNames))
console.log(`${iconNames.length} icons in ${sheetFile}`)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { iconNames } from '../shared/icon-names.ts'
import { drawIconSheet, iconSheetPath } from './icon-sheet.ts'

const committed = readFileSync(join(import.meta.dirname, '..', iconSheetPath), 'utf8')

test('the committed sheet has the icons of the installed lucide-react (npm run icons)', async () => {
  expect(committed).toBe(await drawIconSheet())
})

test('every name that content may use has a drawing of its own', () => {
  const drawn = [...committed.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(<\w+ .+)<\/symbol>/g)]
  expect(drawn.map(([, name]) => name)).toEqual([...iconNames])
  expect(new Set(drawn.map(([, , shapes]) => shapes)).size).toBe(iconNames.length)
})

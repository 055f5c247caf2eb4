import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawIconSheet, iconSheetPath } from './icon-sheet.ts'

test('the committed sheet has the icons of the installed lucide-react (npm run icons)', async () => {
  const committed = readFileSync(join(import.meta.dirname, '..', iconSheetPath), 'utf8')
  expect(committed).toBe(await drawIconSheet())
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'
import { drawSheet, sheetFile } from './icon-sheet.ts'

test('every icon a content file may name lies on the sheet', () => {
  const sheet = readFileSync(sheetFile, 'utf8')
  const drawn = [...sheet.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24"><\w/g)].map(([, id]) => id)
  expect(drawn).toEqual([...iconNames])
})

test('the sheet is what the library draws today', async () => {
  expect(await drawSheet(iconNames)).toBe(readFileSync(sheetFile, 'utf8'))
})

test('a name the library does not know is said', async () => {
  await expect(drawSheet(['no-such-icon'])).rejects.toThrow('no-such-icon')
})

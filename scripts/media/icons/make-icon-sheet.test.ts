import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'

test('every icon a content file may name lies on the sheet', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../../../ui/icons.svg'), 'utf8')
  const drawn = [...sheet.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24"><\w/g)].map(([, id]) => id)
  expect(drawn).toEqual([...iconNames])
})

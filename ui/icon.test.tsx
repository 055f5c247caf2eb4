import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'
import { Icon } from './icon.tsx'

const sheet = readFileSync(new URL('icon-sheet.svg', import.meta.url), 'utf8')

test('every name that content may use has a drawing of its own on the sheet', () => {
  const drawings = new Map(
    [...sheet.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(.+)<\/symbol>/g)].map(([, id, shapes]) => [
      id,
      shapes,
    ]),
  )
  expect([...drawings.keys()]).toEqual([...iconNames])
  expect(new Set(drawings.values()).size).toBe(iconNames.length)
})

test('an icon shows its drawing and is hidden from screen readers', () => {
  const markup = renderToStaticMarkup(<Icon name="house" size={24} />)
  expect(markup).toMatch(
    /^<svg width="24" height="24" [^>]*aria-hidden="true"[^>]*><use href="[^"#]*#house"><\/use><\/svg>$/,
  )
})

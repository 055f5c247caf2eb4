import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'
import { Icon } from './icon.tsx'

<<<<<<< HEAD
test('every name that content may use has an icon of its own', () => {
  const drawn = iconNames.map((name) => renderToStaticMarkup(<Icon name={name} />))
  for (const markup of drawn) {
    expect(markup).toMatch(/^<svg [^>]*viewBox="0 0 24 24"[^>]*><\w+ .*<\/svg>$/)
    expect(markup).toContain('aria-hidden="true"')
  }
  expect(new Set(drawn).size).toBe(iconNames.length)
||||||| 77db38a8
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
=======
test('an icon shows its drawing of the sheet and is hidden from screen readers', () => {
  for (const name of iconNames) {
    const markup = renderToStaticMarkup(<Icon name={name} size={24} />)
    expect(markup).toMatch(
      /^<svg width="24" height="24" [^>]*aria-hidden="true"[^>]*><use href="[^"#]+#[^"]+"><\/use><\/svg>$/,
    )
    expect(markup).toContain(`.svg#${name}"`)
  }
>>>>>>> 4341d319db790277cb0b422e2b203f890c6332e0
})

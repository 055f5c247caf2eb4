import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'
import { Icon } from './icon.tsx'

test('a page from the server brings the shapes of its icons along', () => {
  const drawn = iconNames.map((name) => renderToStaticMarkup(<Icon name={name} />))
  for (const markup of drawn) {
    expect(markup).toMatch(/^<svg [^>]*viewBox="0 0 24 24"[^>]*><\w+ .*<\/svg>$/)
    expect(markup).not.toContain('href')
    expect(markup).not.toContain('symbol')
  }
  expect(new Set(drawn).size).toBe(iconNames.length)
})

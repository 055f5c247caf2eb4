import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'
import { Icon } from './icon.tsx'

test('every icon name that content may use has its own icon', () => {
  const drawn = iconNames.map((name) => renderToStaticMarkup(<Icon name={name} />))
  for (const markup of drawn) {
    expect(markup).toMatch(/^<svg [^>]*viewBox="0 0 24 24"[^>]*><\w+ .*<\/svg>$/)
    expect(markup).toContain('aria-hidden="true"')
  }
  expect(new Set(drawn).size).toBe(iconNames.length)
})

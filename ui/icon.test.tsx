import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'
import { Icon } from './icon.tsx'

test('an icon shows its drawing of the sheet and is hidden from screen readers', () => {
  for (const name of iconNames) {
    const markup = renderToStaticMarkup(<Icon name={name} size={24} />)
    expect(markup).toMatch(
      /^<svg width="24" height="24" [^>]*aria-hidden="true"[^>]*><use href="[^"#]+#[^"]+"><\/use><\/svg>$/,
    )
    expect(markup).toContain(`.svg#${name}"`)
  }
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Changes } from './entry-history.tsx'

test('both values of a changed field are labelled for screen readers, also an empty new one', () => {
  const shown = (before: string, after: string) =>
    renderToStaticMarkup(<Changes changes={[{ label: 'Name', before, after }]} />).replaceAll(/<[^>]+>/g, '')
  expect(shown('Nova', 'Luma')).toBe('NameBefore: NovaAfter: Luma')
  expect(shown('Nova', '')).toBe('NameBefore: NovaAfter: (empty)')
})

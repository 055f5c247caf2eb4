import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EditableEntry } from '#features/owner/content-admin.ts'
import { frameTitle, PreviewPanel } from './preview-panel.tsx'

test.each([
  ['Luma Swade', 'Profile', 'Preview of Luma Swade: Profile'],
  ['Landing page and radio player', 'Landing page and radio player', 'Preview of Landing page and radio player'],
  ['The Journey', 'Journey', 'Preview of The Journey'],
])('the frame of %s on the page %s has a title that names both once', (entry, page, title) => {
  expect(frameTitle(entry, page)).toBe(title)
})

test('an incomplete draft has no preview, and nothing says that it has one', () => {
  const entry = {
    kind: 'artist',
    key: 'ada-swade',
    name: 'Ada',
    pages: [{ path: '/artist/ada-swade', label: 'Profile' }],
    draft: { data: {}, savedAt: '2026-01-01T00:00:00.000Z' },
    history: [{ action: 'remove', canRestore: false }],
    isPreviewable: false,
  } as unknown as EditableEntry
  const html = renderToStaticMarkup(<PreviewPanel entry={entry} />)
  expect(html).toContain('The draft is incomplete')
  expect(html).not.toContain('This preview includes')
  expect(renderToStaticMarkup(<PreviewPanel entry={{ ...entry, draft: undefined }} />)).toContain(
    'was removed. To preview it, reset it to the files or save a draft.',
  )
  expect(renderToStaticMarkup(<PreviewPanel entry={{ ...entry, isPreviewable: true }} />)).toContain(
    'This preview includes',
  )
})

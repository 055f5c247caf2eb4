import { expect, test } from 'vitest'
import { holdsVisibleStrings, listStrings } from '../strings.ts'

test('production code, scripts and content have visible strings; tests and their support do not', () => {
  const shown = [
    'app/root.tsx',
    'features/checkout/ui/sandbox-checkout-page.tsx',
    'scripts/build.ts',
    'content/legal/terms.yaml',
  ]
  const hidden = [
    'app/root.test.tsx',
    'features/radio/server/test-station.ts',
    'tests/support/browser.ts',
    'scripts/sample-media/books/fonts.ts',
    'content/books/a/cover.png',
    'docs/errors.md',
  ]
  expect(shown.filter((path) => !holdsVisibleStrings(path))).toEqual([])
  expect(hidden.filter(holdsVisibleStrings)).toEqual([])
})

test('strings of code and of content are one list', () => {
  const files = [
    { path: 'content/a.yaml', text: 'name: The Lathe\n' },
    { path: 'app/a.tsx', text: 'const a = <p>Hello there</p>' },
    { path: 'app/a.test.tsx', text: 'const a = <p>Not shown</p>' },
  ]
  expect(listStrings(files).map(({ kind, text }) => [kind, text])).toEqual([
    ['text', 'Hello there'],
    ['content', 'The Lathe'],
  ])
})

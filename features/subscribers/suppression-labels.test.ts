import { expect, test } from 'vitest'
import { suppressionLabel } from './suppression-labels.ts'

test.each([
  ['complaint: told by an import', 'Reported as spam, according to an imported file'],
  ['bounce: told by an import', 'Bounced, according to an imported file'],
  ['bounce: 550 5.1.1 no such user: gone', 'Bounced: 550 5.1.1 no such user: gone'],
  ['by-admin: asked by telephone', 'By an administrator: asked by telephone'],
  ['by-admin: told by an import', 'Marked as suppressed in an imported file'],
  ['by-admin', 'By an administrator'],
  ['complaint', 'Reported as spam'],
  ['erased: asked by person', 'Data deleted at their request'],
  ['erased: asked by ada@example.com', 'Data deleted by ada@example.com'],
  ['erased', 'Data deleted'],
  ['something new: of later', 'something new: of later'],
])('%j is shown as %j', (because, words) => {
  expect(suppressionLabel(because)).toBe(words)
})

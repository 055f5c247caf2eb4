import { expect, test } from 'vitest'
import { needsDocument, type PageArea } from './page-handle.ts'

const visitors: PageArea[] = ['public', 'reader']
const admins: PageArea[] = ['owner', 'newsletter', 'dev']

test('navigation from pages of visitors to pages that preview emails and images needs a document', () => {
  for (const from of visitors) for (const to of admins) expect(needsDocument(from, to), `${from} to ${to}`).toBe(true)
})

test('all other navigation keeps the document, so that the radio continues', () => {
  const kept = [
    ...visitors.flatMap((from) => visitors.map((to) => [from, to] as const)),
    ...admins.flatMap((from) => [...visitors, ...admins].map((to) => [from, to] as const)),
  ]
  for (const [from, to] of kept) expect(needsDocument(from, to), `${from} to ${to}`).toBe(false)
})

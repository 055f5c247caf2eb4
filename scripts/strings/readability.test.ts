import { expect, test } from 'vitest'
import { readContent } from './read-content.ts'
import { findHardSentences } from './readability.ts'

const at = (text: string) => ({ path: 'app/x.tsx', line: 3, kind: 'text' as const, text })

test('a plain sentence passes; a hard one and a repeated word are reported once with their place', async () => {
  const hard =
    'Notwithstanding aforementioned considerations, organisational prerequisites necessitate comprehensive authentication documentation.'
  const found = await findHardSentences([
    at('Saved. You can close this page.'),
    at(hard),
    at(hard),
    at('Go to the the shop.'),
  ])
  expect(found).toEqual([
    { path: 'app/x.tsx', line: 3, text: hard, reason: expect.stringContaining('hard to read') },
    { path: 'app/x.tsx', line: 3, text: 'the the', reason: expect.stringContaining('repeated') },
  ])
})

test('deliberately kept sentences and output of scripts are not reported', async () => {
  const repeated = at('Say it it twice to the reader of this page.')
  expect(await findHardSentences([repeated])).toHaveLength(1)
  expect(await findHardSentences([repeated], '| it it | a reason |')).toEqual([])
  expect(await findHardSentences([{ ...repeated, kind: 'terminal' }])).toEqual([])
})

test('a label of one long word is not a sentence', async () => {
  expect(await findHardSentences([at('Internationalization')])).toEqual([])
})

test('strings of content are its labels and paragraphs, not its ids and addresses', () => {
  const text =
    '- id: a-b\n  url: /a b\n  name: The Lathe\n  story: |-\n    One line.\n\n    Two lines.\n  at: 2026-01-01\n'
  expect(readContent([{ path: 'content/x.yaml', text }])).toEqual([
    { path: 'content/x.yaml', line: 3, kind: 'content', text: 'The Lathe' },
    { path: 'content/x.yaml', line: 4, kind: 'content', text: 'One line.' },
    { path: 'content/x.yaml', line: 4, kind: 'content', text: 'Two lines.' },
  ])
})

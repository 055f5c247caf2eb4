import { expect, test } from 'vitest'
import { checkDocstringSentences } from './docstring-sentences.ts'

const check = (docstring: string) =>
  checkDocstringSentences([{ path: 'app/a.ts', text: `const b = 1\n/** ${docstring} */\nexport const a = 1\n` }])

test.each([
  'What orders are worked on with.',
  'Who may read it. Returns nothing else.',
  'Whether the book is open.',
  'How many may wait, at least one.',
  'Where the next page begins.',
  'When the last heartbeat came.',
  'Where a program lies, or undefined.',
  'The queue that holds the jobs of a process.',
  'The person who ordered.',
  'Everything that a page draws.',
])('an incomplete docstring is rejected: %s', (docstring) => {
  expect(check(docstring)).toEqual([expect.stringMatching(/^app\/a\.ts:2: '.*' is not a complete sentence/)])
})

test.each([
  'Returns whether the book is open.',
  'Dependencies of the order use cases.',
  'The queue of the jobs of a process.',
  'The wallet of this page; every place that shows it shows the same.',
  'A process that serves listeners.',
  'The queue that holds the jobs is polled every second.',
  'When a lease is lost, another process takes it.',
  'What is a frame? One piece of sound.',
  'Milliseconds between two polls. What they find is stored.',
  'Whatever the provider sends is checked.',
])('a complete docstring passes: %s', (docstring) => {
  expect(check(docstring)).toEqual([])
})

test('docstrings of properties and type members are checked as well', () => {
  const text = 'type A = {\n  /** Who sent it. */\n  a: string\n  /** Sender of the mail. */\n  b: string\n}\n'
  expect(checkDocstringSentences([{ path: 'ui/a.ts', text }])).toEqual([expect.stringMatching(/^ui\/a\.ts:2:/)])
})

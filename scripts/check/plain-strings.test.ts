import { expect, test } from 'vitest'
import type { StringKind } from '../strings/read-strings.ts'
import { checkPlainStrings } from './plain-strings.ts'

const check = (text: string, kind: StringKind = 'text', path = 'app/a.tsx') =>
  checkPlainStrings([{ path, line: 2, kind, text }])

test.each([
  'What stands here is on the market.',
  'Saved. Nothing was paid.',
  'Nobody waited for this letter, so it was not sent.',
  'Whoever signs up stands here.',
  'That were thirty test mails in an hour.',
  'Your notes are kept on this device.',
  'The link will stand here.',
  'Could not be asked just now: {…}',
  'Opened by your word.',
  'I have seen to it',
  'Go back to the book to begin anew.',
  'The artist is told.',
  'The newsletter goes out on Friday.',
  'No order is like that.',
  'This is no picture we can read.',
  'Copies a second at the most',
  'It stays for ever.',
  'One letter a week',
  'Open the desk',
  'Nothing here',
])('rejected: %s', (text) => {
  expect(check(text)).toEqual([expect.stringMatching(/^app\/a\.tsx:2: '/)])
})

test.each([
  'No matching orders. Try a shorter search, or clear it.',
  'What do you want to play?',
  'Who can see this?',
  'What it does',
  'Written at a desk with a window.',
  'Up to 20 letters, digits or underscores',
  'This address is no longer in use.',
  'The newsletter is sent every Friday.',
  'Confirm Cash App payments here.',
  'An unknown desktop program',
])('passes: %s', (text) => {
  expect(check(text)).toEqual([])
})

test('content may use words that the product does not use', () => {
  expect(check('Nobody wrote letters any more.', 'content', 'content/a.yaml')).toEqual([])
  expect(check('The book is kept in the cellar.', 'content', 'content/a.yaml')).toHaveLength(1)
})

test('output of scripts is not checked', () => {
  expect(check('Nothing to do.', 'terminal', 'bench/a.ts')).toEqual([])
})

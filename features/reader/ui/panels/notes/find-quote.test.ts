import { expect, test } from 'vitest'
import { findQuote, passageBetween, textBetween } from './find-quote.ts'

const page = (...texts: string[]) => texts.map((text) => ({ text, x: 0.1, y: 0.1, width: 0.8, height: 0.02 }))
const passage = (quote: string, before = '', after = '') => ({ quote, before, after })

const old = page(
  'Each time, half the room said music was',
  'over and the other half said it had be-',
  'come easy. I have yet to meet the easy year.',
)

test('a quote is the text between two positions, with hyphenated words rejoined', () => {
  expect(textBetween(old, { line: 0, offset: 11 }, { line: 2, offset: 9 })).toBe(
    'half the room said music was over and the other half said it had become easy',
  )
  expect(textBetween(page('a well-', 'Known name'), { line: 0, offset: 2 }, { line: 1, offset: 5 })).toBe('well- Known')
})

test('a passage includes its context', () => {
  expect(passageBetween(4, old, { line: 1, offset: 5 }, { line: 1, offset: 23 })).toMatchObject({
    page: 4,
    quote: 'and the other half',
    before: 'h time, half the room said music was over'.slice(-40),
    after: 'said it had become easy. I have yet to m',
  })
})

test('spaces alone are not a passage', () => {
  expect(passageBetween(1, page('one two'), { line: 0, offset: 3 }, { line: 0, offset: 4 })).toBeUndefined()
})

test('a passage is found where it was made', () => {
  const made = passageBetween(4, old, { line: 0, offset: 11 }, { line: 2, offset: 9 })!
  expect(findQuote(old, made)).toEqual({ start: { line: 0, offset: 11 }, end: { line: 2, offset: 9 } })
})

test('a passage is found in a new edition with other line breaks, hyphens and quotation marks', () => {
  const again = page('half the room said music was over and the', 'other half said it had become easy.')
  const made = passageBetween(4, old, { line: 1, offset: 0 }, { line: 2, offset: 10 })!
  expect(findQuote(again, made)).toEqual({ start: { line: 0, offset: 29 }, end: { line: 1, offset: 35 } })
  expect(findQuote(page('She said “it’s a well-known', 'trick”.'), passage('"it\'s a wellknown trick"'))).toBeDefined()
})

test('of two equal passages the one with the same context is found', () => {
  const lines = page('play it again and stop here', 'then play it again and go on')
  expect(findQuote(lines, passage('play it again', 'then ', ' and go'))?.start.line).toBe(1)
  expect(findQuote(lines, passage('play it again', '', ' and stop'))?.start.line).toBe(0)
  expect(findQuote(lines, passage('play it again'))?.start.line).toBe(0)
})

test('letters of several units keep their positions', () => {
  const lines = page('🎛️ the ﬁrst fader 𝒶 up')
  const found = findQuote(lines, passage('first fader'))!
  expect(lines[0]!.text.slice(found.start.offset, found.end.offset)).toBe('ﬁrst fader')
  const end = findQuote(lines, passage('a up'))!
  expect(lines[0]!.text.slice(end.start.offset, end.end.offset)).toMatch(/up$/)
})

test('missing text is not found', () => {
  expect(findQuote(old, passage('half the house said'))).toBeUndefined()
  expect(findQuote(old, passage(' - '))).toBeUndefined()
  expect(findQuote([], passage('half'))).toBeUndefined()
})

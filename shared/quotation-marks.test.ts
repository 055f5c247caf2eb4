import { expect, test } from 'vitest'
import { punctuateQuotes, quoteText } from './quotation-marks.ts'

test.each([
  ['“Slow Voltage”, or the radio', '“Slow Voltage,” or the radio'],
  ['There are two: “One”; “Two”.', 'There are two: “One”; “Two.”'],
  ['It plays “What Now?”.', 'It plays “What Now?”'],
  ['It plays “What Now?.”', 'It plays “What Now?”'],
  ['“What Now?”, “Mr.”, and “Go!”.', '“What Now?,” “Mr.,” and “Go!”'],
  ['“A”: “b” (c). It is “d” …', '“A”: “b” (c). It is “d” …'],
])('commas and periods are inside quotation marks: %s', (text, moved) => {
  expect(punctuateQuotes(text)).toBe(moved)
})

test('a quotation within a quotation has single marks', () => {
  expect(quoteText('He said “yes” twice.')).toBe('“He said ‘yes’ twice.”')
})

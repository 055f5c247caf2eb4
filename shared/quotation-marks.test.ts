import { expect, test } from 'vitest'
import { punctuateQuotes, quoteTitle } from './quotation-marks.ts'

test.each([
  ['“Slow Voltage”, or the radio', '“Slow Voltage,” or the radio'],
  ['There are two: “One”; “Two”.', 'There are two: “One”; “Two.”'],
  ['It is called “Mr..”', 'It is called “Mr.”'],
  ['It is called “And so...”.', 'It is called “And so...”'],
  ['It plays “What Now?”.', 'It plays “What Now?”'],
  ['It plays “What Now?.”', 'It plays “What Now?”'],
  ['“What Now?”, “Mr.”, and “Go!”.', '“What Now?,” “Mr.,” and “Go!”'],
  ['“A”: “b” (c). It is “d” …', '“A”: “b” (c). It is “d” …'],
])('commas and periods are inside quotation marks: %s', (text, moved) => {
  expect(punctuateQuotes(text)).toBe(moved)
})

test.each([
  ['Night Bus', '“Night Bus”'],
  ['New in the rotation: “Test Tone 1” by Hand Tester', '“New in the rotation: ‘Test Tone 1’ by Hand Tester”'],
  ['"Heroes" and ("Low")', '“‘Heroes’ and (‘Low’)”'],
  ['Don’t stop', '“Don’t stop”'],
  ['He said “yes” twice.', '“He said ‘yes’ twice.”'],
  ['Blue Monday 12" Mix', '“Blue Monday 12″ Mix”'],
  ['"Track 2" 7"', '“‘Track 2’ 7″”'],
  ['Das „Dub“ Album', '“Das ‘Dub’ Album”'],
  ['', '“”'],
])('the title %s is quoted as %s', (title, quoted) => {
  expect(quoteTitle(title)).toBe(quoted)
})

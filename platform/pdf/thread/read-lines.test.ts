import { expect, test } from 'vitest'
import { linesOf } from './read-lines.ts'
import type { Letter } from './text/letters.ts'

/** Type size of a twentieth of the page's width on a square page; letters are half as wide as they are high. */
const em = 0.05

/** Letters in visual order; `step` is the distance to the next one, in type sizes. */
function seen(text: string, { x = 0.1, y = 0.2, step = 0.5, width = 0.5 } = {}): Letter[] {
  return [...text].map((letter, at) => {
    const left = x + at * step * em
    return {
      text: letter,
      box: { left, right: left + width * em, top: y, bottom: y + em },
      link: undefined,
      em,
      runs: 'right',
    }
  })
}

/** A space or break that PDFium inferred. */
const concluded = (text: string): Letter => ({ text, box: undefined, link: undefined, em, runs: 'right' })
const lineBreak = concluded('\n')

const texts = (letters: Letter[]) => linesOf(letters, 1).map(({ text }) => text)
const backwards = (text: string) => [...text].toReversed().join('')
const turnedSigns: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' }
const turn = (text: string) => text.replaceAll(/[()[\]«»]/g, (sign) => turnedSigns[sign]!)

/** Order in which PDFium returns a right-to-left line, with every bracket mirrored. */
const visualOrder = (letters: Letter[]) =>
  letters.toReversed().map((letter) => ({ ...letter, text: turn(letter.text) }))

test('brackets in right-to-left lines are read correctly, whether the file stores them in logical or visual order', () => {
  for (const meant of ['(שלום) עולם', 'אמר «שלום עולם» [שוב]', '[الأمم] المتحدة (عام)']) {
    for (const sight of [backwards(meant), turn(backwards(meant))]) {
      expect(linesOf(visualOrder(seen(sight)), 1)).toMatchObject([{ text: meant, direction: 'rtl' }])
    }
  }
})

test('numbers and foreign words in a right-to-left line are read in logical order', () => {
  const lines = linesOf(seen('ליבא לתב 1234567890123456 ןופלטה'), 1)
  expect(lines).toMatchObject([{ text: 'הטלפון 1234567890123456 בתל אביל', direction: 'rtl' }])
  expect(texts([...seen('ףוסב hello world (test) ונבתכ'), lineBreak, ...seen('הרוש דוע', { x: 0.6, y: 0.4 })])[0]).toBe(
    'כתבנו hello world (test) בסוף',
  )
  // PDFium mirrors what it considers part of the Hebrew words, which is the inner bracket only.
  const mixed = seen('English with )םלוע( םולש inside it')
  const [before, after] = [mixed.slice(0, 14), mixed.slice(25)]
  const hebrew = [mixed.slice(14, 18), mixed.slice(18, 20), mixed.slice(20, 24), mixed.slice(24, 25)].flatMap(
    visualOrder,
  )
  expect(texts([...before, ...hebrew, ...after])).toEqual(['English with שלום (עולם) inside it'])
})

test('emoji in a right-to-left line follow the order of its words', () => {
  expect(texts(seen('םלוע 🎧🎵 םולש'))).toEqual(['שלום 🎵🎧 עולם'])
  expect(texts(seen('🎧🎵 hello'))).toEqual(['🎧🎵 hello'])
})

test('a space stored elsewhere than printed separates no words, and one printed between words does', () => {
  const blank = seen(' ', { x: 0.1 })
  expect(texts([...seen('Wordy'), ...blank, ...seen('!', { x: 0.1 + 2.5 * em })])).toEqual(['Wordy!'])
  expect(texts([...seen('Wordy'), ...seen(' ', { x: 0.1 + 2.5 * em }), ...seen('now', { x: 0.1 + 3 * em })])).toEqual([
    'Wordy now',
  ])
  // Tight typesetting: the next word begins within the space.
  expect(
    texts([...seen('Wordy'), ...seen(' ', { x: 0.1 + 2.5 * em }), ...seen('now', { x: 0.1 + 2.52 * em })]),
  ).toEqual(['Wordy now'])
})

test('a hyphen at the end of a number that continues on the next line stays behind the number', () => {
  expect(texts(seen('03- אוה'))).toEqual(['הוא 03-'])
  // Between a number and a word, it belongs to neither.
  expect(texts(seen('1434-ליברא-14'))).toEqual(['14-ארביל-1434'])
})

test('points follow their letters, even if the file stores them elsewhere', () => {
  const letters = seen('םולש').map((letter) => ({ ...letter }))
  const over = (at: number, text: string): Letter => ({
    ...letters[at]!,
    text,
    box: { ...letters[at]!.box!, right: letters[at]!.box!.left + 0.01 },
  })
  const lines = texts([over(3, '\u05c1'), over(2, '\u05b9'), ...letters, over(3, '\u05b8')])
  expect(lines).toHaveLength(1)
  expect(lines[0]!.normalize('NFD').replaceAll(/\p{M}/gu, '')).toBe('שלום')
  expect([...lines[0]!.normalize('NFD')].slice(0, 3).toSorted()).toEqual(['\u05b8', '\u05c1', 'ש'])
})

test('upright letters below each other are one vertical line, including rotated letters in their column', () => {
  const column = [...'吾輩は猫'].flatMap((letter, at) => seen(letter, { x: 0.8, y: 0.1 + at * em, width: 1 }))
  const turned: Letter[] = [...'AB'].map((text, at) => ({
    text,
    box: { left: 0.8, right: 0.85, top: 0.3 + at * 0.025, bottom: 0.325 + at * 0.025 },
    link: undefined,
    em,
    runs: 'down',
  }))
  const lines = linesOf(
    [...column, ...turned, ...seen('名', { x: 0.7, y: 0.1, width: 1 }), ...seen('前', { x: 0.7, y: 0.15, width: 1 })],
    1,
  )
  expect(lines).toMatchObject([
    { text: '吾輩は猫AB', direction: 'down', x: 0.8, y: 0.1, advances: [2000, 2000, 2000, 2000, 1000, 1000] },
    { text: '名前', direction: 'down' },
  ])
  // Numbers of a table are aligned in columns, too.
  expect(texts([...seen('1'), lineBreak, ...seen('2', { y: 0.25 }), lineBreak, ...seen('3', { y: 0.3 })])).toEqual([
    '1',
    '2',
    '3',
  ])
})

const apart = (text: string, step: number, x = 0.05) =>
  seen(text, { x, step }).flatMap((letter, at) => (at === 0 ? [letter] : [concluded(' '), letter]))

test('a letterspaced word is one word, and so are its neighbors', () => {
  expect(texts(apart('CHAPTER', 0.75))).toEqual(['CHAPTER'])
  const next = 0.05 + (7 * 0.75 + 0.5) * em
  expect(texts([...apart('CHAPTER', 0.75), concluded(' '), ...apart('ONE', 0.75, next)])).toEqual(['CHAPTER ONE'])
  // Soft hyphens have no width between letters, and may keep PDFium from inferring a space.
  const broken = apart('DAMPFSCHIFF', 0.75).filter(({ text }, at) => text !== ' ' || at !== 9)
  expect(
    texts([
      ...broken.slice(0, 9),
      { ...seen('\u00ad', { x: 0.05 + 4.3 * 0.75 * em, width: 0 })[0]! },
      ...broken.slice(9),
    ]),
  ).toEqual(['DAMPFSCHIFF'])
  // A heading beside body text.
  expect(texts([...apart('NOTE', 0.7), concluded(' '), ...seen('what follows', { x: 0.05 + 4 * 0.7 * em })])).toEqual([
    'NOTE what follows',
  ])
})

test('separate words stay separate, and so do columns of single letters', () => {
  expect(texts([...seen('one'), concluded(' '), ...seen('two', { x: 0.1 + 1.8 * em })])).toEqual(['one two'])
  expect(texts(apart('ABCDE', 1.6))).toEqual(['A B C D E'])
  expect(texts(apart('AB', 0.75))).toEqual(['A B'])
})

test('a soft hyphen is omitted inside a line and becomes a hyphen at its end', () => {
  expect(texts(seen('Donau\u00addampf\u00ad‐'))).toEqual(['Donaudampf‐'])
  expect(texts([...seen('Rechts\u00ad'), lineBreak, ...seen('schutz', { y: 0.4 })])).toEqual(['Rechts-', 'schutz'])
})

test('an accent printed over a letter as a separate character becomes part of it', () => {
  const [c, a, f, e] = seen('cafe') as [Letter, Letter, Letter, Letter]
  expect(texts([c, a, f, { ...e, text: '´' }, e])).toEqual(['café'])
  expect(texts([c, a, f, e, concluded(' '), { ...e, text: '´' }])).toEqual(['café'])
  expect(texts([...seen('it´s')])).toEqual(['it´s'])
})

test('superscripts and subscripts belong to their words, and doubled print is read once', () => {
  const raised = { ...seen('2', { x: 0.1 + 2.5 * em })[0]!, em: em * 0.7 }
  raised.box = { left: 0.1 + em, right: 0.1 + 1.3 * em, top: 0.2 + 0.6 * em, bottom: 0.2 + 1.2 * em }
  expect(texts([...seen('CO'), lineBreak, raised])).toEqual(['CO2'])
  const doubled = seen('bold').flatMap((letter) => [
    letter,
    { ...letter, box: { ...letter.box!, left: letter.box!.left + 0.004, right: letter.box!.right + 0.004 } },
  ])
  expect(texts(doubled)).toEqual(['bold'])
  expect(texts(seen('aarr'))).toEqual(['aarr'])
})

import { expect, test } from 'vitest'
import { passageAt, passageOfLine, indexSpokenPassages } from './spoken-passages.ts'

const places = indexSpokenPassages({
  edition: '0123456789abcdef',
  chapters: [
    {
      file: '01.mp3',
      firstPage: 6,
      lastPage: 7,
      paragraphs: [
        { startSeconds: 0, endSeconds: 3, page: 6, firstLine: 2, lastLine: 2 },
        { startSeconds: 4, endSeconds: 10, page: 6, firstLine: 3, lastLine: 8 },
        { startSeconds: 10, endSeconds: 14, page: 7, firstLine: 0, lastLine: 1 },
      ],
    },
    {
      file: '02.mp3',
      firstPage: 7,
      lastPage: 7,
      paragraphs: [{ startSeconds: 0, endSeconds: 3, page: 7, firstLine: 4, lastLine: 4 }],
    },
  ],
})

test('every time of a recording belongs to the current paragraph, or the last one', () => {
  const at = (seconds: number) => passageAt(places.inFile('01.mp3'), seconds)?.firstLine
  expect([0, 2.9, 3.5, 4, 9.99, 10, 99].map(at)).toEqual([2, 2, 2, 3, 3, 0, 0])
  expect(passageAt(places.inFile('09.mp3'), 5)).toBeUndefined()
})

test('a line of a page maps to its paragraph, in any recording', () => {
  const of = (page: number, line: number) => passageOfLine(places.onPage(page), line)
  expect(of(6, 5)).toMatchObject({ file: '01.mp3', startSeconds: 4 })
  expect(of(7, 4)).toMatchObject({ file: '02.mp3', startSeconds: 0 })
  expect([of(7, 3), of(1, 0)]).toEqual([undefined, undefined])
})

import { expect, test } from 'vitest'
import { placeParagraphs } from './place-paragraphs.ts'
import { runSlices } from './slices.ts'

/** Creates pages from text, one line per line; `|` starts another cell of the same line. */
function print(...pages: string[]) {
  return pages.map((page) =>
    page
      .trim()
      .split('\n')
      .flatMap((row, index) =>
        row
          .split('|')
          .map((text, cell) => ({ x: cell / 4, y: (index + 1) / 40, width: 0.2, height: 0.02, text: text.trim() })),
      ),
  )
}

/** Ten seconds per paragraph. */
const narrate = (file: string, ...texts: string[]) => ({
  file,
  paragraphs: texts.map((text, index) => ({ startSeconds: index * 10, endSeconds: index * 10 + 9, text })),
})

test('paragraphs are found despite headers, hyphens, page breaks and curly quotes', async () => {
  const pages = print(
    'Contents\nA Room 2',
    '1 A Room 2\nA Room\nYou need less room than you think and more cloth. Clap “once,” sharp-\nly, and hang quilts behind the singer. Listen to how the far corner',
    '1 A Room 3\nanswers, and move the chair until it stops.\nPrint the guide at a moderate level.',
    '1 A Room 4\nfig. 3',
  )
  const { chapters, placed, spoken } = await runSlices(
    placeParagraphs(
      [
        narrate(
          '01.mp3',
          'A Room',
          'You need less room than you think and more cloth. Clap "once," sharply, and hang quilts behind the singer. Listen to how the far corner answers, and move the chair until it stops.',
          'Print the guide at a moderate level.',
        ),
      ],
      pages,
    ),
  )
  expect([placed, spoken]).toEqual([3, 3])
  expect(chapters).toEqual([
    {
      file: '01.mp3',
      firstPage: 2,
      lastPage: 3,
      paragraphs: [
        { startSeconds: 0, endSeconds: 9, page: 2, firstLine: 1, lastLine: 1 },
        { startSeconds: 10, endSeconds: expect.closeTo(17, 0), page: 2, firstLine: 2, lastLine: 3 },
        { startSeconds: expect.closeTo(17, 0), endSeconds: 19, page: 3, firstLine: 1, lastLine: 1 },
        { startSeconds: 20, endSeconds: 29, page: 3, firstLine: 2, lastLine: 2 },
      ],
    },
  ])
})

test('table rows are read across, and text that is not narrated is not highlighted', async () => {
  const pages = print(
    'Here is what goes wrong most often with each of them.\nJob | Tool | Watch for\nSketch an idea | Text to music | Polished sound\nDraft words | Assistant | Rhymes before meaning\nLet us take them one at a time.',
  )
  const { chapters } = await runSlices(
    placeParagraphs(
      [
        narrate(
          '01.mp3',
          'Here is what goes wrong most often with each of them.',
          'Sketch an idea · Text to music · Polished sound',
          'Draft words · Assistant · Rhymes before meaning',
          'Let us take them one at a time.',
        ),
      ],
      pages,
    ),
  )
  expect(chapters[0]!.paragraphs.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
    [0, 0],
    [4, 6],
    [7, 9],
    [10, 10],
  ])
})

test('repeated text is located by its context', async () => {
  const ends = [
    'the first of them is a song about rain',
    'the second is a waltz for a slow dancer',
    'the third is for nobody in particular',
  ]
  const pages = print(
    ...ends.map(
      (end, index) =>
        `Chapter ${index}\n${end}\nTry it\nDo number ${['one', 'two', 'three'][index]} before you read on`,
    ),
  )
  const { chapters } = await runSlices(
    placeParagraphs(
      ends.map((end, index) =>
        narrate(`0${index}.mp3`, end, 'Try it', `Do number ${['one', 'two', 'three'][index]} before you read on`),
      ),
      pages,
    ),
  )
  expect(chapters.map(({ paragraphs }) => paragraphs.map(({ page, firstLine }) => [page, firstLine]))).toEqual(
    ends.map((_, index) => [1, 2, 3].map((line) => [index + 1, line])),
  )
})

test('text that is not in the book is not placed and does not affect the rest', async () => {
  const pages = print('A first sentence that is printed here.\nA second one that follows at once.')
  const { placed, spoken, chapters } = await runSlices(
    placeParagraphs(
      [
        narrate(
          '01.mp3',
          'A first sentence that is printed here.',
          'Welcome to this recording, made on a Friday.',
          'A second one that follows at once.',
        ),
      ],
      pages,
    ),
  )
  expect([placed, spoken]).toEqual([2, 3])
  expect(chapters[0]!.paragraphs.map(({ startSeconds, firstLine }) => [startSeconds, firstLine])).toEqual([
    [0, 0],
    [20, 1],
  ])
})

test('without pages or audio the map is empty', async () => {
  expect((await runSlices(placeParagraphs([], print('Words.')))).chapters).toEqual([])
  expect((await runSlices(placeParagraphs([narrate('01.mp3', 'Words.')], []))).chapters).toEqual([])
})

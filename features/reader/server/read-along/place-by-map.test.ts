import { expect, test } from 'vitest'
import { placeByMap } from './place-by-map.ts'
import { runSlices } from './slices.ts'

const line = (text: string, row = 0) => ({ x: 0, y: 0.1 + row * 0.05, width: 1, height: 0.02, text })
const refrain = 'The machine hums while everybody is asleep in the house.'
const paragraphsOf = (text: string) => [{ startSeconds: 0, endSeconds: 5, text }]

test('the page map distinguishes equal text', async () => {
  const pages = [[line('A cover.')], [line(refrain)], [line('Something in between.')], [line(refrain)]]
  const { chapters } = await runSlices(
    placeByMap([{ file: '02.mp3', firstPage: 4, paragraphs: paragraphsOf(refrain) }], pages),
  )
  expect(chapters).toMatchObject([{ file: '02.mp3', firstPage: 4, lastPage: 4, paragraphs: [{ page: 4 }] }])
})

test('a chapter may end on the page where the next begins, and one without text is placed by its pages', async () => {
  const pages = [
    [line('First it is very quiet in here.')],
    [line('Then it ends with a bang.'), line('The second one begins at once.', 1)],
    [line('Nobody wrote this down.')],
  ]
  const { chapters, placed, spoken } = await runSlices(
    placeByMap(
      [
        {
          file: '01.mp3',
          firstPage: 1,
          paragraphs: paragraphsOf('First it is very quiet in here. Then it ends with a bang.'),
        },
        { file: '02.mp3', firstPage: 2, paragraphs: paragraphsOf('The second one begins at once.') },
        { file: '03.mp3', firstPage: 3, paragraphs: [] },
        { file: '04.mp3', firstPage: 9, paragraphs: [] },
      ],
      pages,
    ),
  )
  expect([placed, spoken]).toEqual([2, 2])
  expect(chapters.map(({ file, firstPage, lastPage }) => [file, firstPage, lastPage])).toEqual([
    ['01.mp3', 1, 2],
    ['02.mp3', 2, 2],
    ['03.mp3', 3, 3],
  ])
})

test('without a map the whole book is searched', async () => {
  const pages = [[line('A cover.')], [line(refrain)]]
  const { chapters } = await runSlices(placeByMap([{ file: '01.mp3', paragraphs: paragraphsOf(refrain) }], pages))
  expect(chapters).toMatchObject([{ file: '01.mp3', firstPage: 2, lastPage: 2 }])
})

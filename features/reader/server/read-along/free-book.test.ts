import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { lettersOf } from './letters.ts'
import { loadNarration } from './narration.ts'
import { placeParagraphs } from './place-paragraphs.ts'
import { runSlices } from './slices.ts'

const contentDir = join(import.meta.dirname, '../../../../content')
const id = 'indie-music-ai-guide-2'
const files = Array.from({ length: 10 }, (_, index) => `${String(index + 1).padStart(2, '0')}.mp3`)

test('every paragraph of the ten chapters is found word for word on the lines that will be highlighted', async () => {
  const renderer = createPdfRenderer({ threads: 1 })
  const pages = await renderer
    .readPages({ id, read: () => readFile(join(contentDir, 'books', id, 'book.pdf')) }, 1, 73)
    .finally(() => renderer.close())
  const narrated = loadNarration(contentDir, { id, audioChapters: files.map((file) => ({ file })) })
  const { chapters, placed, spoken } = await runSlices(placeParagraphs(narrated, pages))
  expect(spoken).toBe(674)
  expect(placed).toBe(674)

  const wrong = narrated.flatMap(({ file, paragraphs }) => {
    const { paragraphs: pieces } = chapters.find((chapter) => chapter.file === file)!
    return paragraphs.filter(({ startSeconds, endSeconds, text }) => {
      const own = pieces.filter((piece) => piece.startSeconds >= startSeconds && piece.endSeconds <= endSeconds)
      const lit = own
        .flatMap(({ page, firstLine, lastLine }) => pages[page - 1]!.slice(firstLine, lastLine + 1))
        .map((line) => line.text)
      // List numbers are printed but not narrated.
      return lettersOf(lit.join('')).replace(/^\d/, '') !== lettersOf(text).replace(/^\d/, '')
    })
  })
  expect(wrong.map(({ text }) => text)).toEqual([])
  expect(chapters.map(({ firstPage, lastPage }) => [firstPage, lastPage])).toEqual([
    [6, 11],
    [12, 17],
    [18, 24],
    [25, 31],
    [32, 38],
    [39, 45],
    [46, 52],
    [53, 59],
    [60, 66],
    [67, 73],
  ])
})

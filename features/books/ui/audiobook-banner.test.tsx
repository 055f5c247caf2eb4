import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import type { Book } from '#features/books/contract.ts'
import { en } from '#features/books/messages/en.ts'
import { AudiobookBanner } from './audiobook-banner.tsx'

function show(...files: string[]): string {
  const audioChapters = files.map((file, index) => ({ title: `Chapter ${index + 1}`, file }))
  const book = { audioChapters, narration: { readBy: 'Ada', quality: 'MP3' } } as unknown as Book
  return renderToStaticMarkup(
    inEnglish(
      <AudiobookBanner book={book} podcastHref={undefined}>
        chapters
      </AudiobookBanner>,
      { books: en },
    ),
  )
}

test('the banner promises no more narration than there are recordings', () => {
  expect(show('01.mp3', '02.mp3')).toContain('2 narrated chapters that you can listen to while you read.')
  expect(show('01.mp3', '')).toContain('1 chapter is narrated so far. You can listen to it while you read.')
  const bare = show('', '')
  expect(bare).toContain('The chapters are not narrated yet.')
  expect(bare).not.toMatch(/Narration: Ada|Sync with text/)
})

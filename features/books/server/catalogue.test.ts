import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadBooks } from './catalogue.ts'

const plain =
  'title: A Book\nsubtitle: With a subtitle\ndescription: Words.\nauthor: Swade\ncategory: Music\npages: 16\npublished: 2026-11-20\nexcerpt: It begins.\ncontents: [One]\n'

test('the library is sorted, and cards have no excerpt', () => {
  const books = loadBooks(
    contentWith({
      second: `order: 2\npriceCents: 999\n${plain}`,
      first: `order: 1\npriceCents: 0\nisFree: true\n${plain}`,
    }),
  )
  expect(books.list().map((card) => card.id)).toEqual(['first', 'second'])
  expect(books.list()[0]).not.toHaveProperty('excerpt')
  expect(books.find('second')?.priceCents).toBe(999)
  expect(books.find('third')).toBeUndefined()
})

test('a price is whole cents, and no book is free by accident', () => {
  expect(() => loadBooks(contentWith({ half: `order: 1\npriceCents: 9.99\n${plain}` }))).toThrow(
    /content\/books\/half\/book\.yaml: priceCents: /,
  )
  expect(() => loadBooks(contentWith({ slip: `order: 1\npriceCents: 0\n${plain}` }))).toThrow(
    'content/books/slip/book.yaml: priceCents: must be 0 exactly when isFree is true',
  )
})

test('a category outside the list is rejected by name', () => {
  expect(() =>
    loadBooks(contentWith({ cook: `order: 1\npriceCents: 999\n${plain}`.replace('Music', 'Cooking') })),
  ).toThrow(/content\/books\/cook\/book\.yaml: category: /)
})

test('a missing recording prevents the start, and so does a narration without a narrator', () => {
  const chapters = 'audioChapters: [{ title: One, file: 01.mp3 }]\n'
  expect(() => loadBooks(contentWith({ loud: `order: 1\npriceCents: 999\n${plain}${chapters}` }))).toThrow(
    'content/books/loud/book.yaml: narration: is required when there are audioChapters',
  )
  expect(() =>
    loadBooks(
      contentWith({
        loud: `order: 1\npriceCents: 999\n${plain}${chapters}narration: { readBy: A voice, quality: MP3 }\n`,
      }),
    ),
  ).toThrow('content/books/loud/book.yaml: audioChapters.0.file: file not found: narration/01.mp3')
})

test('the landing page plays the preview of a free book only', () => {
  const narrated = (id: string, price: string) => {
    const contentDir = contentWith({ [id]: `order: 1\n${price}\n${plain}` })
    mkdirSync(join(contentDir, 'books', id, 'narration'))
    writeFileSync(join(contentDir, 'books', id, 'narration', 'preview.mp3'), 'sound')
    writeFileSync(
      join(contentDir, 'books', id, 'book.yaml'),
      `order: 1\n${price}\n${plain}audioPreview: { file: preview.mp3, durationSeconds: 60 }\n`,
    )
    return loadBooks(contentDir)
  }
  expect(narrated('open', 'priceCents: 0\nisFree: true').audiobookPreview()).toEqual({
    title: 'A Book',
    subtitle: 'With a subtitle',
    description: 'Words.',
    previewAudioUrl: '/media/books/open/preview.mp3',
    durationSeconds: 60,
    coverImage: '',
    chapterCount: 0,
    slug: 'open',
  })
  expect(narrated('sold', 'priceCents: 999').audiobookPreview()).toBeUndefined()
  expect(() =>
    loadBooks(
      contentWith({
        loud: `order: 1\npriceCents: 0\nisFree: true\n${plain}audioPreview: { file: gone.mp3, durationSeconds: 60 }\n`,
      }),
    ),
  ).toThrow('content/books/loud/book.yaml: audioPreview.file: file not found: narration/gone.mp3')
})

test('a book without its PDF prevents the start', () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'books-'))
  mkdirSync(join(contentDir, 'books', 'empty'), { recursive: true })
  writeFileSync(join(contentDir, 'books', 'empty', 'book.yaml'), `order: 1\npriceCents: 999\n${plain}`)
  expect(() => loadBooks(contentDir)).toThrow('content/books/empty: book.pdf is missing beside book.yaml')
})

function contentWith(books: Record<string, string>): string {
  const contentDir = mkdtempSync(join(tmpdir(), 'books-'))
  for (const [id, yaml] of Object.entries(books)) {
    mkdirSync(join(contentDir, 'books', id), { recursive: true })
    writeFileSync(join(contentDir, 'books', id, 'book.yaml'), yaml)
    writeFileSync(join(contentDir, 'books', id, 'book.pdf'), '%PDF-')
  }
  return contentDir
}

import { expect, test } from 'vitest'
import { createStorageItems } from './storage-items.ts'

test('a missing file is listed with what can be done about it, and a stored one is not', async () => {
  const stored = 'books/one/cover.webp'
  const items = createStorageItems({
    measure: async () => ({ freeBytes: 900 * 1024 ** 3, totalBytes: 1000 * 1024 ** 3 }),
    storage: { check: async () => undefined, list: async (folder) => [stored].filter((key) => key.startsWith(folder)) },
    originals: async () => [
      { key: stored, title: 'A file of “One”', href: '/admin/books/one' },
      { key: 'books/two/cover.webp', title: 'A file of “Two”', href: '/admin/books/two' },
      {
        key: 'submissions/one.mp3',
        title: '“Night Bus” by Ada Nova',
        href: '/admin/submissions/one',
        remedy: 'Restore it from a backup.',
      },
    ],
    clock: { now: () => new Date('2026-11-26T12:00:00Z') },
  })
  expect((await items.list()).map(({ href, detail }) => [href, detail])).toEqual([
    [
      '/admin/books/two',
      'The file books/two/cover.webp is missing and cannot be recreated. Restore it from a backup or upload it again.',
    ],
    [
      '/admin/submissions/one',
      'The file submissions/one.mp3 is missing and cannot be recreated. Restore it from a backup.',
    ],
  ])
})

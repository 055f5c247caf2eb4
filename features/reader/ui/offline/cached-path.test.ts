import { expect, test } from 'vitest'
import { pageImagePath, pageTextPath, readAlongPath, readerPath, searchPath } from '#features/reader/paths.ts'
import { assetsNamedIn, isAsset, parseCachedPath } from './cached-path.ts'

const edition = '0123456789abcdef'

test('cacheable paths are recognized', () => {
  expect(parseCachedPath('/book/indie-guide-2/read')).toEqual({ kind: 'document', bookId: 'indie-guide-2' })
  expect(parseCachedPath('/es/book/indie-guide-2/read')).toEqual({ kind: 'document', bookId: 'indie-guide-2' })
  expect(parseCachedPath(readerPath('indie-guide-2'))).toEqual({ kind: 'manifest', bookId: 'indie-guide-2' })
  expect(parseCachedPath(pageImagePath('a', edition, 12, 1224))).toEqual({
    kind: 'image',
    bookId: 'a',
    edition,
    page: 12,
    width: 1224,
  })
  expect(parseCachedPath(pageTextPath('a', edition, 12))).toEqual({ kind: 'text', bookId: 'a', edition, page: 12 })
})

test('other paths of the site are never cached', () => {
  for (const path of [
    '/',
    '/book/a',
    '/book/a/words',
    searchPath('a'),
    readAlongPath('a'),
    '/api/books/a/pdf',
    '/api/books/checkout',
    '/api/books/a/access',
    '/api/pdf/audio-proxy',
    '/api/pdf/proxy',
    '/api/radio/stream',
    '/api/now-playing',
    '/media/books/a/01.mp3',
    '/book/a/read.data',
    '/es/book/a/read.data',
    '/es/book/a',
    '/fr/book/a/read',
    `/es${readerPath('a')}`,
    '/my-books',
    '/admin',
  ])
    expect(parseCachedPath(path), path).toBeUndefined()
})

test('build assets are recognized by their folder, also in a document’s script', () => {
  expect(isAsset('/assets/reader-page-Bx1_-9.js')).toBe(true)
  expect(isAsset('/assets/../book/a')).toBe(false)
  expect(
    assetsNamedIn(
      'import "/assets/a-1.js"; ["/assets/b.js","/assets/a-1.js"] href="/assets/f-2.woff2" src="/x/assets.js"',
    ),
  ).toEqual(['/assets/a-1.js', '/assets/b.js', '/assets/f-2.woff2'])
})

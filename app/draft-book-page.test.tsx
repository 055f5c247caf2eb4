import { expect, test } from 'vitest'
import { contextWith, renderPage } from '#tests/support/render-page.tsx'
import * as page from './draft-book-page.tsx'

test('the preview of an unknown book responds with 404, says so in its title and links to all books', async () => {
  const context = contextWith({ booksAdmin: { find: () => Promise.resolve(undefined) } })
  const { status, html } = await renderPage('/draft/:bookId', page, { at: '/draft/nope', context })
  expect(status).toBe(404)
  expect(html).toMatch(/<h1[^>]*>Book not found<\/h1>/)
  expect(html).toMatch(/<a [^>]*href="\/admin\/books"[^>]*>All books/)
  expect(titleOf(undefined)).toMatch(/^Book not found/)
  expect(titleOf({ id: 'a-book' })).toMatch(/^Draft preview/)
})

function titleOf(book: object | undefined): unknown {
  const tags = page.meta({ loaderData: { book }, matches: [] } as unknown as Parameters<typeof page.meta>[0])
  return tags?.flatMap((tag) => ('title' in tag ? [tag.title] : []))[0]
}

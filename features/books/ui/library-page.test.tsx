import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/books/messages/en.ts'
import LibraryPage from './library-page.tsx'

test('a library without books says so and links to the newsletter', () => {
  const props = { loaderData: { books: [] } } as unknown as ComponentProps<typeof LibraryPage>
  const router = createMemoryRouter([{ path: '/', element: <LibraryPage {...props} /> }])
  const html = renderToString(inEnglish(<RouterProvider router={router} />, { books: en }))
  expect(html).toContain('No books yet')
  expect(html).toMatch(/<a [^>]*href="\/newsletter"[^>]*>Go to the newsletter/)
  expect(html).not.toContain('Paid Books')
})

import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import EntryPage, { meta } from './entry-page.tsx'

test('an unknown entry is reported in a heading and in the title, with a link to all content', () => {
  const loaderData = { entry: undefined, done: '', refused: '' }
  const Page = () => <EntryPage {...({ loaderData } as Parameters<typeof EntryPage>[0])} />
  const router = createMemoryRouter([{ path: '*', Component: Page }])
  const html = renderToStaticMarkup(inEnglish(<RouterProvider router={router} />, {}))
  expect(html).toMatch(/<h1[^>]*>Entry not found<\/h1>/)
  expect(html).toContain('Check the address. The entry may have been a draft that was discarded.')
  expect(html).toMatch(/<a [^>]*href="\/admin\/content"[^>]*>(?:<svg.*?<\/svg>)?All content/)
  const tags = meta({ loaderData, matches: [] } as unknown as Parameters<typeof meta>[0])
  expect(tags).toContainEqual({ title: expect.stringMatching(/^Entry not found/) })
})

import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  useLoaderData,
  useParams,
} from 'react-router'
import { expect, test } from 'vitest'
import { type Services, servicesContext } from '#shared/services.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import BookEditorPage, { loader } from './book-editor-page.tsx'

async function open(path: string): Promise<{ status: number; html: string }> {
  const context = new RouterContextProvider()
  const booksAdmin = { find: () => Promise.resolve(undefined) }
  context.set(servicesContext, { booksAdmin } as unknown as Services)
  const Page = () => (
    <BookEditorPage
      {...({ loaderData: useLoaderData(), params: useParams() } as Parameters<typeof BookEditorPage>[0])}
    />
  )
  const handler = createStaticHandler([{ path: '/admin/books/:bookId', loader: loader as never, Component: Page }])
  const result = await handler.query(new Request(`https://swade.example${path}`), { requestContext: context })
  if (result instanceof Response) throw new Error(`The page answered with a plain response, ${result.status}.`)
  const html = renderToString(
    inEnglish(
      <StaticRouterProvider context={result} router={createStaticRouter(handler.dataRoutes, result)} hydrate={false} />,
      {},
    ),
  )
  return { status: result.statusCode, html }
}

test('an unknown book is reported in the admin, with a link to all books', async () => {
  const { status, html } = await open('/admin/books/nope')
  expect(status).toBe(404)
  expect(html).toMatch(/<h1[^>]*>Book not found<\/h1>/)
  expect(html).toContain('Check the address. A deleted draft cannot be restored.')
  expect(html).toMatch(/<a [^>]*href="\/admin\/books"[^>]*>(?:<svg.*?<\/svg>)?All books/)
  expect(html).not.toContain('Create draft')
})

test('a new book has a form', async () => {
  const { status, html } = await open('/admin/books/new')
  expect(status).toBe(200)
  expect(html).toContain('Create draft')
})
